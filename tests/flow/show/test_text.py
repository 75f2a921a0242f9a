"""A workflow for the terminal."""

from pollex.flow.workflow import Workflow

LOOP = """\
Archive mail  (version 3)
Archives what is old.

inputs   base: string = http://127.0.0.1
outputs  seen: json = {{seen}}
domains  example.org

├─ 1 inbox: go to {{base}}/inbox
├─ 2 each: for each mail of inbox, at most 20  (→ done)
│  ├─ 3 open: click “{{mail.subject}}”
│  ├─ 4 age: depends on mail.old
│  │  ├─ true:
│  │  │  ├─ 5 press e  (up to 3 tries)
│  │  │  └─ 6 make sure that the page says “Archived”
│  │  ├─ false:
│  │  │  └─ 7 go back
│  │  └─ otherwise: nothing
│  └─ 8 add ["{{mail.subject}}"] to seen
└─ 9 show Archived as a table"""

GROUPS = """\
Groups

└─ 1 all: Every morning, nodes 2 to 7
   ├─ 2 login: nodes 3 to 4 as one  (goes on after a failure)
   │  ├─ 3 type “{{secret.bank.username}}” into #user
   │  └─ 4 code: ask “Which code?”
   └─ 5 for each page of code
      └─ 6 for each row of page
         └─ 7 wait 1 s"""

SHARED = """\
Ways that share nodes

├─ 1 look: see whether #a is there
└─ 2 depends on look.holds
   ├─ a or b:
   │  ├─ 3 reload the page
   │  └─ 5 reload the page
   ├─ c:
   │  ├─ 4 reload the page
   │  └─ 5 reload the page
   └─ otherwise: nothing"""


def test_a_loop_with_a_route_in_it(workflows: dict[str, Workflow]) -> None:
    assert workflows["loop"].show() == LOOP


def test_groups_in_groups(workflows: dict[str, Workflow]) -> None:
    assert workflows["groups"].show("text") == GROUPS


def test_nodes_on_several_ways(workflows: dict[str, Workflow]) -> None:
    assert workflows["shared"].show("text") == SHARED


def test_a_workflow_without_nodes(workflows: dict[str, Workflow]) -> None:
    assert workflows["empty"].show("text") == "Nothing\n"


def test_nothing_steers_the_terminal_or_turns_the_writing_around(workflows: dict[str, Workflow]) -> None:
    drawn = workflows["breakout"].show("text")
    assert not {"\x1b", "\x00", "\u202e"} & set(drawn)
    assert "type “</text><script>alert(2)</script> [31m end;” into “مرحبا”" in drawn
