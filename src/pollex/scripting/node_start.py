"""The start of Node inside the walls: with a network that ends at one door, at which the parent listens."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct

from .confinement import Confinement, Walls

HERE = "127.0.0.1"
GO = b"go"
SET_FLAGS, UP = 0x8914, 1


def become_node(channel: socket.socket, confinement: Confinement, walls: Walls, node: tuple[str, ...]) -> None:
    """Say what holds the script, wait for the parent's word, and become a command: port, folder, program, arguments.

    In a network of its own, the door is a socket that listens here and is handed to the parent.
    """
    port, folder, *command = node
    said = json.dumps(walls._replace(held=confinement.viewed, why=walls.why or WHY)._asdict()).encode()
    doors = [listening(int(port))] if confinement.viewed else []
    socket.send_fds(channel, [said], [each.fileno() for each in doors])
    confinement.close()
    if channel.recv(len(GO)) == GO:
        os.chdir(folder)
        os.execv(command[0], command)  # noqa: S606
    os._exit(1)


WHY = "scripts for Node are held only where Linux allows namespaces"


def listening(port: int) -> socket.socket:
    """Return a socket that listens in this process's network, whose only interface is the loopback."""
    with socket.socket() as one:
        fcntl.ioctl(one, SET_FLAGS, struct.pack("16sh", b"lo", UP))
    door = socket.create_server((HERE, port))
    door.setblocking(False)
    return door
