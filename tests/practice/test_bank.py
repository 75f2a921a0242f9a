"""The bank, over HTTP: coming in, sending money, statements, and the same bank after a redesign."""

import csv
import io
import re
import time
from html import unescape
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from pollex.practice.bank.iban import make_iban, mistake
from pollex.practice.bank.state import SECRET, Bank
from pollex.practice.bank.totp import accepts, code_at
from pollex.practice.bank.transfer import cents
from pollex.practice.server import Server


class Customer:
    """A browser without scripts: keeps cookies, follows redirects, sends forms."""

    def __init__(self, url: str) -> None:
        self.url = f"{url}/bank"
        self.opener = build_opener(HTTPCookieProcessor())
        self.at = ""

    def load(self, path: str, **form: str) -> bytes:
        data = urlencode(form).encode() if form else None
        with self.opener.open(Request(f"{self.url}/{path}", data)) as answer:
            self.at = answer.url.removeprefix(f"{self.url}/")
            content: bytes = answer.read()
        return content

    def open(self, path: str, **form: str) -> str:
        return unescape(self.load(path, **form).decode())

    def sign_in(self) -> str:
        self.open("login", user="ada", password="lovelace-1843")
        return self.open("code", code=code_at(SECRET, time.time()))


@pytest.fixture
def customer(server: Server) -> Customer:
    arrived = Customer(server.url)
    arrived.sign_in()
    return arrived


PAYMENT = {
    "source": "everyday", "name": "Charles Babbage", "iban": "DE89 3704 0044 0532 0130 00", "amount": "123,45",
    "day": "2026-11-15", "purpose": "Difference engine",
}  # fmt: skip


def balance(customer: Customer, account: str = "everyday") -> int:
    shown = re.findall(r'data-testid="balance">€([\d,.]+)', customer.open(f"account/{account}"))[0]
    return int(re.sub("[,.]", "", shown))


def test_codes_are_those_of_the_standard() -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    moments = (59, 1111111109, 1234567890, 20000000000)
    assert [code_at(secret, moment) for moment in moments] == ["287082", "081804", "005924", "353130"]


def test_a_code_is_good_for_the_period_before_and_after() -> None:
    moments = (900, 930, 960, 990, 1020)
    assert [accepts(SECRET, code_at(SECRET, moment), 960) for moment in moments] == [False, True, True, True, False]


def test_password_and_code_let_the_customer_in(server: Server) -> None:
    arrived = Customer(server.url)
    assert "Good morning, Ada" in arrived.sign_in()


def test_a_password_alone_does_not(server: Server) -> None:
    arrived = Customer(server.url)
    arrived.open("login", user="ada", password="lovelace-1843")
    arrived.open("account/savings")
    assert arrived.at == "login?next=/bank/account/savings"


def test_after_signing_in_one_is_where_one_wanted_to_be(server: Server) -> None:
    arrived = Customer(server.url)
    arrived.open("messages")
    arrived.open(arrived.at, user="ada", password="lovelace-1843")
    arrived.open(arrived.at, code=code_at(SECRET, time.time()))
    assert arrived.at == "messages"


def test_three_wrong_passwords_lock_even_the_right_one_out(server: Server) -> None:
    arrived = Customer(server.url)
    pages = [arrived.open("login", user="ada", password="guess") for _ in range(3)]
    assert ["2 tries left" in pages[0], "1 try left" in pages[1], "Access locked" in pages[2]] == [True, True, True]
    assert "Access locked" in arrived.open("login", user="ada", password="lovelace-1843")


def test_three_wrong_codes_lock_even_the_right_one_out(server: Server) -> None:
    arrived = Customer(server.url)
    arrived.open("login", user="ada", password="lovelace-1843")
    assert "Access locked" in [arrived.open("code", code="12345") for _ in range(3)][2]
    assert "Access locked" in arrived.open("code", code=code_at(SECRET, time.time()))


def test_a_transfer_changes_the_balance_and_is_listed(customer: Customer) -> None:
    before = balance(customer)
    assert "Is this right?" in customer.open("transfer", **PAYMENT)
    assert balance(customer) == before
    customer.open("transfer", **PAYMENT)
    assert "Your transfer is on its way" in customer.open(customer.at, x="")
    assert balance(customer) == before - 123_45
    assert "Difference engine" in customer.open("account/everyday")


def test_confirming_twice_pays_once(customer: Customer) -> None:
    before = balance(customer)
    customer.open("transfer", **PAYMENT)
    confirm = customer.at
    assert [customer.open(confirm, x="").count("on its way") for _ in range(2)] == [1, 1]
    assert balance(customer) == before - 123_45


def test_money_to_an_own_account_arrives_there(customer: Customer) -> None:
    before = balance(customer, "savings")
    iban = re.findall(r"DE[\d ]{20,}", customer.open("account/savings"))[0]
    customer.open("transfer", **{**PAYMENT, "iban": iban})
    customer.open(customer.at, x="")
    assert balance(customer, "savings") == before + 123_45


def test_a_transfer_of_another_day_waits(customer: Customer) -> None:
    before = balance(customer)
    customer.open("transfer", **{**PAYMENT, "day": "2026-12-24"})
    assert "Your transfer is scheduled" in customer.open(customer.at, x="")
    assert balance(customer) == before
    assert "24 Dec 2026: €123.45 to Charles Babbage" in customer.open("")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"iban": "DE88 3704 0044 0532 0130 00"}, "its check digits do not fit"),
        ({"iban": "DE89 3704 0044"}, "An IBAN of DE has 22 characters; this one has 12"),
        ({"amount": "0"}, "Enter an amount"),
        ({"amount": "999,999"}, "There is not enough money"),
        ({"day": "2026-11-14"}, "Choose a day from today on"),
        ({"source": "offshore"}, "Choose the account that pays"),
        ({"name": ""}, "Enter the name of the payee"),
    ],
)
def test_a_wrong_transfer_is_refused_with_the_reason(customer: Customer, change: dict[str, str], error: str) -> None:
    answer = customer.open("transfer", **{**PAYMENT, **change})
    assert error in answer
    assert "Difference engine" in answer


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("5", 5_00),
        ("5.5", 5_50),
        ("5,05", 5_05),
        ("1.234,50", 1234_50),
        ("€1,234", 1234_00),
        ("1.2.3", None),
        ("-5", None),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, amount: int | None) -> None:
    assert cents(text) == amount


def test_made_ibans_are_right() -> None:
    assert mistake(make_iban("DE", "370400440532013000")) is None
    assert make_iban("DE", "370400440532013000") == "DE89370400440532013000"


def test_transactions_are_filtered_by_day_and_words(customer: Customer) -> None:
    page = customer.open("account/everyday?text=rent&from=2026-01-01&to=2026-06-30")
    assert "6 transactions, sum −€5,670.00" in page
    assert re.findall(r"Rent \w+", page) == [
        "Rent June",
        "Rent May",
        "Rent April",
        "Rent March",
        "Rent February",
        "Rent January",
    ]


def test_statement_is_a_table_that_adds_up(customer: Customer) -> None:
    rows = list(csv.DictReader(io.StringIO(customer.load("account/everyday/statement/2026-10.csv").decode())))
    assert {row["Date"][:7] for row in rows} == {"2026-10"}
    first, last = (round(float(rows[place]["Balance"]) * 100) for place in (0, -1))
    assert first + sum(round(float(row["Amount"]) * 100) for row in rows[1:]) == last


def test_statement_is_a_whole_pdf(customer: Customer) -> None:
    pdf = customer.load("account/everyday/statement/2026-10.pdf")
    assert pdf.startswith(b"%PDF-1.4")
    assert b"(Meridian Bank: statement October 2026) Tj" in pdf
    table = int(pdf.split(b"startxref\n")[1].split()[0])
    places = [int(found) for found in re.findall(rb"(\d{10}) 00000 n", pdf[table:])]
    assert [pdf[place:].split()[0] for place in places] == [b"%d" % number for number in range(1, len(places) + 1)]


def test_standing_orders_begin_and_end(customer: Customer) -> None:
    order = {**PAYMENT, "day": "2026-12-01", "rhythm": "monthly"}
    assert "Charles Babbage" in customer.open("standing", **order)
    assert "Choose how often" in customer.open("standing", **{**order, "rhythm": ""})
    assert "Charles Babbage" not in customer.open("standing/3/cancel", x="")


def test_reading_a_message_takes_it_from_the_unread(customer: Customer) -> None:
    assert "3 unread of 6" in customer.open("messages")
    customer.open("messages/1")
    assert "2 unread of 6" in customer.open("messages")


def test_the_phone_is_masked_until_asked_for(customer: Customer) -> None:
    assert "900417" not in customer.open("profile")
    assert "900417" in customer.open("profile/phone", x="")


def test_after_signing_out_the_door_is_shut(customer: Customer) -> None:
    assert "You are signed out" in customer.open("logout", x="")
    customer.open("")
    assert customer.at == "login?next=/bank/"


def test_who_is_idle_for_too_long_is_signed_out_and_told(server: Server, customer: Customer) -> None:
    bank = server.world.parts["bank"]
    assert isinstance(bank, Bank)
    bank.idle_limit = 0
    assert "You were signed out because nothing happened" in customer.open("transfer")
    assert customer.at == "login?timeout=1"


def test_the_seed_decides_what_moved() -> None:
    pages = []
    for seed in (1, 1, 2):
        with Server(seed=seed) as server:
            customer = Customer(server.url)
            customer.sign_in()
            pages.append(customer.open("account/everyday"))
    assert pages[0] == pages[1] != pages[2]


def test_a_redesign_shows_the_same_money_otherwise(server: Server, customer: Customer) -> None:
    usual = customer.open("account/everyday")
    with Server(layout=2) as redesigned:
        other = Customer(redesigned.url)
        other.open("login", user="ada", password="lovelace-1843")
        other.open("code", **{f"digit{place}": digit for place, digit in enumerate(code_at(SECRET, time.time()), 1)})
        page = other.open("account/everyday")
        assert balance(other) == balance(customer)
    assert ("<table" in usual, "<table" in page) == (True, False)
    assert ("Send money" in usual, "Send money" in page) == (False, True)


def test_reset_gives_the_money_back(server: Server, customer: Customer) -> None:
    before = balance(customer)
    customer.open("transfer", **PAYMENT)
    customer.open(customer.at, x="")
    with build_opener().open(Request(f"{server.url}/reset", b"seed=1")):
        pass
    customer.sign_in()
    assert balance(customer) == before
