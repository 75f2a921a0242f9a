"""Exports of password managers, read by their content; what cannot be read is said without a value."""

import base64
import csv
import io
import json
import os
import zipfile
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, hmac, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.vault.exports import ExportedItem, read_export

PASSWORD = "lovelace-1843"
SEED = "JBSWY3DPEHPK3PXP"
ITEM = ExportedItem("Shop", "ada", PASSWORD, ("https://shop.example/login", "https://id.shop.example"), SEED)
BITWARDEN: Object = {
    "encrypted": False,
    "folders": [],
    "items": [
        {
            "type": 1,
            "name": "Shop",
            "login": {
                "uris": [
                    {"match": None, "uri": "https://shop.example/login"},
                    {"match": 4, "uri": "^https://.*"},
                    {"match": 1, "uri": "https://id.shop.example"},
                ],
                "username": "ada",
                "password": PASSWORD,
                "totp": SEED,
            },
        },
        {"type": 2, "name": "Note", "notes": "n"},
        {"type": 1, "name": "Gone", "deletedDate": "2026-01-01T00:00:00Z", "login": {}},
        {"type": 1, "name": "Empty", "login": {"uris": None, "username": None, "password": None, "totp": None}},
    ],
}
ONEPASSWORD: Object = {
    "accounts": [
        {
            "attrs": {"name": "Ada"},
            "vaults": [
                {
                    "attrs": {"name": "Personal"},
                    "items": [
                        {
                            "categoryUuid": "001",
                            "state": "active",
                            "overview": {
                                "title": "Shop",
                                "url": "https://shop.example/login",
                                "urls": [{"label": "", "url": "https://id.shop.example"}],
                            },
                            "details": {
                                "loginFields": [
                                    {"value": "ada", "designation": "username"},
                                    {"value": PASSWORD, "designation": "password"},
                                    {"value": "on", "designation": ""},
                                ],
                                "sections": [{"fields": [{"value": {"string": "x"}}, {"value": {"totp": SEED}}]}],
                            },
                        },
                        {"categoryUuid": "003", "overview": {"title": "Note"}, "details": {}},
                        {"categoryUuid": "001", "state": "archived", "overview": {"title": "Old"}, "details": {}},
                    ],
                }
            ],
        }
    ]
}


def no_password() -> str:
    raise AssertionError("nothing is encrypted")


def as_csv(*rows: list[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def as_1pux(document: Any, name: str = "export.data") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export.attributes", "{}")
        archive.writestr(name, json.dumps(document))
    return out.getvalue()


def encrypted(document: Object, password: str, *, argon: bool = False) -> Object:
    """What Bitwarden writes for a password-protected export, by its white paper."""
    salt = base64.b64encode(os.urandom(16)).decode()
    kdf: Object = {"kdfType": 0, "kdfIterations": 5_000}
    if argon:
        kdf = {"kdfType": 1, "kdfIterations": 2, "kdfMemory": 16, "kdfParallelism": 2}
        digest = hashes.Hash(hashes.SHA256())
        digest.update(salt.encode())
        made = Argon2id(salt=digest.finalize(), length=32, iterations=2, lanes=2, memory_cost=16 * 1024)
        key = made.derive(password.encode())
    else:
        key = PBKDF2HMAC(hashes.SHA256(), 32, salt.encode(), 5_000).derive(password.encode())
    inner, outer = (HKDFExpand(hashes.SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))

    def sealed(text: str) -> str:
        vector, pad = os.urandom(16), padding.PKCS7(128).padder()
        padded = pad.update(text.encode()) + pad.finalize()
        encryptor = Cipher(algorithms.AES(inner), modes.CBC(vector)).encryptor()
        data = encryptor.update(padded) + encryptor.finalize()
        mac = hmac.HMAC(outer, hashes.SHA256())
        mac.update(vector + data)
        return "2." + "|".join(base64.b64encode(part).decode() for part in (vector, data, mac.finalize()))

    return {
        "encrypted": True,
        "passwordProtected": True,
        "salt": salt,
        **kdf,
        "encKeyValidation_DO_NOT_EDIT": sealed("e0b1d2a4"),
        "data": sealed(json.dumps(document)),
    }


def test_bitwarden_json() -> None:
    assert read_export(json.dumps(BITWARDEN).encode(), None, no_password) == (
        "bitwarden",
        [
            ITEM,
            ExportedItem("Note", skip="it is a secure note"),
            ExportedItem("Gone", skip="it is deleted"),
            ExportedItem("Empty"),
        ],
    )


def test_bitwarden_csv() -> None:
    headings = "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
    uris = "https://shop.example/login,https://id.shop.example"
    data = as_csv(
        headings.split(","),
        ["", "", "login", "Shop", "two\nlines", "", "0", uris, "ada", PASSWORD, SEED],
        ["", "", "note", "Note", "n", "", "0", "", "", "", ""],
    )
    assert read_export(data, "bitwarden", no_password) == (
        "bitwarden",
        [ITEM, ExportedItem("Note", skip="it is no login but a note")],
    )


@pytest.mark.parametrize("argon", [False, True])
def test_bitwarden_with_a_password(argon: bool) -> None:
    data = json.dumps(encrypted(BITWARDEN, "pass phrase", argon=argon)).encode()
    assert read_export(data, None, lambda: "pass phrase")[1][0] == ITEM
    with pytest.raises(Fault, match="not the password of the export") as caught:
        read_export(data, None, lambda: "wrong")
    assert caught.value.code == "denied"


@pytest.mark.parametrize(
    "changed",
    [
        {"kdfIterations": 10**12},
        {"kdfIterations": "5000"},
        {"kdfType": 7},
        {"salt": None},
        {"encKeyValidation_DO_NOT_EDIT": "1.x"},
        {"data": "2.AAAA|AAAA|AAAA"},
        {"data": "2.AAAA"},
    ],
)
def test_a_damaged_encrypted_export_is_refused(changed: Object) -> None:
    data = json.dumps({**encrypted(BITWARDEN, "p"), **changed}).encode()
    with pytest.raises(Fault, match="damaged") as caught:
        read_export(data, None, lambda: "p")
    assert caught.value.code == "invalid_input"


def test_an_export_that_only_its_account_opens_says_which_one_to_choose() -> None:
    data = json.dumps({"encrypted": True, "encKeyValidation_DO_NOT_EDIT": "2.x", "items": []}).encode()
    with pytest.raises(Fault) as caught:
        read_export(data, None, no_password)
    assert "'Password protected'" in (caught.value.hint or "")


@pytest.mark.parametrize("packed", [True, False])
def test_1password_1pux(packed: bool) -> None:
    data = as_1pux(ONEPASSWORD) if packed else json.dumps(ONEPASSWORD).encode()
    assert read_export(data, "1password", no_password) == (
        "1password",
        [ITEM, ExportedItem("Note", skip="it is no login"), ExportedItem("Old", skip="it is archived")],
    )


@pytest.mark.parametrize(
    "headings",
    [
        "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes",
        "Title,Website,Username,Password,One-time password,Favorite status,Archived status,Tags,Notes",
    ],
)
def test_1password_csv(headings: str) -> None:
    shop = ["Shop", "https://shop.example", "ada", PASSWORD, SEED, "false", "false", "", ""]
    old = ["Old", "https://old.example", "ada", PASSWORD, "", "false", "true", "", ""]
    assert read_export(as_csv(headings.split(","), shop, old), None, no_password) == (
        "1password",
        [
            ExportedItem("Shop", "ada", PASSWORD, ("https://shop.example",), SEED),
            ExportedItem("Old", skip="it is archived"),
        ],
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no export of Bitwarden or 1Password"),
        (b"a,b\n1,2\n", "no export of Bitwarden or 1Password"),
        (b"\xff\xfe", "no export of Bitwarden or 1Password"),
        (b'{"logins": []}', "no export of Bitwarden or 1Password"),
        (b'{"items": [{"name": "lovelace', "not JSON to its end"),
        (as_1pux({}, "other.data"), "no export of Bitwarden or 1Password"),
        (as_1pux(ONEPASSWORD)[:-40], "archive is damaged"),
        (b'Title,Url,Username,Password\n"Shop,"x\n', "is not CSV"),
    ],
)
def test_what_is_no_export_is_said(data: bytes, message: str) -> None:
    with pytest.raises(Fault, match=message) as caught:
        read_export(data, None, no_password)
    assert "lovelace" not in str(caught.value.to_json())


def test_an_export_from_elsewhere_than_said() -> None:
    with pytest.raises(Fault, match="an export of bitwarden, not of 1password"):
        read_export(json.dumps(BITWARDEN).encode(), "1password", no_password)


@pytest.mark.parametrize(
    ("data", "pointers"),
    [
        (
            json.dumps(
                {
                    "items": [
                        "lovelace",
                        {"type": 1, "name": 5, "login": {"password": ["lovelace"], "uris": {}}},
                        {"type": [], "name": "x"},
                    ]
                }
            ).encode(),
            ["/items/0", "/items/1/name", "/items/1/login/uris", "/items/1/login/password"],
        ),
        (
            json.dumps({"accounts": [{"vaults": [{"items": [{"categoryUuid": "001", "details": 1}]}, 2]}]}).encode(),
            ["/accounts/0/vaults/0/items/0/details", "/accounts/0/vaults/1"],
        ),
        (b"Title,Url,Username,Password\nlovelace\nA,B,C,lovelace,E\n", ["/0", "/1"]),
    ],
)
def test_mistakes_are_listed_all_at_once_and_without_values(data: bytes, pointers: list[str]) -> None:
    with pytest.raises(Fault) as caught:
        read_export(data, None, no_password)
    assert [issue.pointer for issue in caught.value.issues] == pointers
    assert "lovelace" not in str(caught.value.to_json())


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export.data", b" " * (64 * 1024 * 1024 + 1))
    with pytest.raises(Fault) as caught:
        read_export(out.getvalue(), None, no_password)
    assert caught.value.code == "limit"
