"""`tauri://fs/writeTextFile`: files in one folder, whatever the path says and whatever links stand there."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.app.workspace_calls.export_file import relative_parts, write_text
from pollex.app.workspace_calls.export_folders import DIRECTORIES, below, own_folders
from pollex.app.workspace_calls.file_scheme import LARGEST
from pollex.core.fault import Fault
from pollex.core.result import Result

from .workspace import Caller, fault_of

URL = "tauri://fs/writeTextFile"


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    return tmp_path / "exports"


@pytest.fixture
def caller(exports: Path) -> Caller:
    made = Caller(exports=below(exports))
    made.door.full_control = True
    return made


async def write(caller: Caller, path: str, contents: str = "text", **body: str) -> Result:
    return await caller.call(URL, method="POST", body={"path": path, "contents": contents, **body})


def files(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if not each.is_dir())


async def test_a_file_is_written_to_the_desktop_by_default(caller: Caller, exports: Path) -> None:
    result = await write(caller, "notes.txt", "Grüße\n")
    assert result.data == {
        "path": "Desktop/notes.txt",
        "bytes": 8,
        "replaced": False,
        "address": "/api/files/notes.txt",
    }
    assert caller.door.kept == {"notes.txt": "Grüße\n".encode()}
    assert result.files == (str(exports / "Desktop/notes.txt"),)
    assert (exports / "Desktop/notes.txt").read_text(encoding="utf-8") == "Grüße\n"


@pytest.mark.parametrize("directory", DIRECTORIES)
async def test_a_directory_is_a_folder(caller: Caller, exports: Path, directory: str) -> None:
    await write(caller, "a/b.txt", directory=directory)
    assert files(exports) == [f"{directory}/a/b.txt"]


@pytest.mark.parametrize("directory", ["Home", "Documents", "desktop/..", "..", ""])
async def test_another_directory_is_a_fault(caller: Caller, exports: Path, directory: str) -> None:
    fault = fault_of(await write(caller, "a.txt", directory=directory))
    assert (fault.code, fault.pointer, files(exports)) == ("invalid_input", "/body/directory", [])


async def test_a_file_and_its_folders_are_the_persons_alone(caller: Caller, exports: Path) -> None:
    await write(caller, "a/b.txt")
    modes = [(exports / each).stat().st_mode & 0o777 for each in ("", "Desktop", "Desktop/a", "Desktop/a/b.txt")]
    assert modes == [0o700, 0o700, 0o700, 0o600]


async def test_a_file_is_replaced_as_a_whole(caller: Caller, exports: Path) -> None:
    await write(caller, "a.txt", "first")
    caller.approve_with(approved=True)
    before = (exports / "Desktop/a.txt").stat().st_ino
    assert (await write(caller, "a.txt", "second")).data["replaced"] is True
    assert (exports / "Desktop/a.txt").read_text() == "second"
    assert (exports / "Desktop/a.txt").stat().st_ino != before
    assert files(exports) == ["Desktop/a.txt"]


@pytest.mark.parametrize(
    "path",
    ["../a", "a/../../b", "/etc/passwd", "a//b", "./a", "a/.", "a/", "C:/a", "C:\\a", "a\\..\\b", "a\x00b", "a\nb",
     "x" * 201, "/".join("a" * 17), ".."],
)  # fmt: skip
async def test_a_path_stays_inside(caller: Caller, exports: Path, path: str) -> None:
    fault = fault_of(await write(caller, path))
    assert (fault.code, fault.pointer, files(exports)) == ("invalid_input", "/body/path", [])


@given(st.text(alphabet="ab./\\:\x00~", max_size=12))
def test_no_path_leads_out(path: str) -> None:
    try:
        parts = relative_parts(path)
    except Fault:
        return
    assert os.path.normpath("/".join(["root", *parts])) == f"root/{path}"


async def test_no_link_is_followed_on_the_way(caller: Caller, exports: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (exports / "Desktop").mkdir(parents=True)
    (exports / "Desktop/link").symlink_to(outside)
    (exports / "Public").symlink_to(outside)
    faults = [fault_of(await write(caller, "link/a.txt")), fault_of(await write(caller, "a.txt", directory="Public"))]
    assert [(fault.code, fault.pointer) for fault in faults] == [("failed", "/body/path")] * 2
    assert files(outside) == []


async def test_a_link_in_place_of_the_file_is_replaced_itself(caller: Caller, exports: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("old")
    (exports / "Desktop").mkdir(parents=True)
    (exports / "Desktop/a.txt").symlink_to(secret)
    caller.approve_with(approved=True)
    assert (await write(caller, "a.txt", "new")).ok
    assert (secret.read_text(), (exports / "Desktop/a.txt").is_symlink()) == ("old", False)


async def test_what_cannot_be_replaced_leaves_nothing_behind(caller: Caller, exports: Path) -> None:
    caller.approve_with(approved=True)
    await write(caller, "a/b.txt")
    assert fault_of(await write(caller, "a")).code == "failed"
    assert fault_of(await write(caller, "a/b.txt/c")).code == "failed"
    assert files(exports) == ["Desktop/a/b.txt"]


async def test_a_file_has_a_largest_size(caller: Caller, exports: Path) -> None:
    fault = fault_of(await write(caller, "a.txt", "x" * (LARGEST + 1)))
    assert (fault.code, fault.pointer, files(exports)) == ("limit", "/body/contents", [])


async def test_a_body_without_contents_is_a_fault(caller: Caller) -> None:
    fault = fault_of(await caller.call(URL, body={"path": "a.txt"}))
    assert [issue.pointer for issue in fault.issues] == ["/body/contents"]


async def test_without_full_control_a_person_is_asked_first(caller: Caller, exports: Path) -> None:
    caller.door.full_control = False
    assert fault_of(await write(caller, "a.txt")).code == "denied"
    caller.approve_with(approved=False)
    assert fault_of(await write(caller, "a.txt")).code == "denied"
    assert files(exports) == []
    caller.approve_with(approved=True)
    assert (await write(caller, "a.txt")).ok
    assert caller.asked == ["it writes the file 'Desktop/a.txt'"] * 2


async def test_with_full_control_a_person_is_asked_only_before_a_file_is_replaced(
    caller: Caller, exports: Path
) -> None:
    caller.approve_with(approved=False)
    for text in ("draft", "also its own"):
        assert (await write(caller, "a.txt", text)).ok
    assert caller.asked == []
    (exports / "Desktop/a.txt").write_text("mine")
    assert fault_of(await write(caller, "a.txt", "other")).code == "denied"
    assert caller.asked == ["it replaces the file 'Desktop/a.txt'"]
    assert (exports / "Desktop/a.txt").read_text() == "mine"


def test_what_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    write_text(tmp_path, ["a.txt"], b"theirs")
    with pytest.raises(Fault) as caught:
        write_text(tmp_path, ["a.txt"], b"mine")
    assert (caught.value.code, files(tmp_path), (tmp_path / "a.txt").read_text()) == ("failed", ["a.txt"], "theirs")


@pytest.mark.document("003", "`writeTextFile` writes into the person's own Desktop or Documents; the chat says where.")
async def test_the_folders_are_the_persons_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"XDG_DESKTOP_DIR": tmp_path / "Schreibtisch", "XDG_DOCUMENTS_DIR": tmp_path / "Dokumente"}
    for variable, folder in own.items():
        folder.mkdir()
        monkeypatch.setenv(variable, str(folder))
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "none"))
    caller = Caller(exports=own_folders(tmp_path / "exports"))
    caller.door.full_control = True
    for directory in ("Desktop", "Document", "Picture", "Temp"):
        await write(caller, "a.txt", directory=directory)
    written = ["Schreibtisch/a.txt", "Dokumente/a.txt", "exports/Picture/a.txt", "exports/Temp/a.txt"]
    assert files(tmp_path) == sorted(written)
    assert [each.rpartition(" ")[2] for each in caller.door.told] == [str(tmp_path / each) for each in written]


async def test_a_person_who_was_asked_for_the_call_is_not_asked_again(caller: Caller) -> None:
    caller.door.full_control = False
    caller.context.policy = {"read": "allow", "act": "ask", "destroy": "ask"}
    caller.approve_with(approved=True)
    assert (await write(caller, "a.txt")).ok
    assert caller.asked == ["its effect is 'act'"]
