"""What views show: R1.3, R4, R5.4, R7.3, R9.1, R3.5."""

from __future__ import annotations

from engine.actions import Action
from engine.cards import SEATS
from engine.events import Won
from engine.view import Phase, View
from tests.engine.tables import READY, Table, table

ALL_CAN = "35KK 322 322 322 322 322"
NONE_CAN = "35KK 399 399 3AA 399 399"
KILLS = "35W 359WW 39WW 39 39 39"


def _view(at: Table, seat: int | None) -> View:
    return at.deal.view(None if seat is None else seat - 1)


def _asked(view: View) -> list[int]:
    return [seat + 1 for seat in view.asked]


def _legal(view: View) -> set[str]:
    return {str(action) for action in view.legal}


def test_view_shows_no_hand_but_the_viewers() -> None:
    at = table("biesan", ALL_CAN)
    assert _view(at, None).hand is None
    assert _view(at, None).suits is None
    for seat in SEATS:
        assert at.deal.view(seat).hand == at.state.hands[seat]


def test_view_of_a_burn_window_reads_as_plain_play_to_who_may_not_burn() -> None:
    can, none = table("biesan", ALL_CAN, "1:KK"), table("biesan", NONE_CAN, "1:KK")
    assert (can.phase, none.phase) == ("burn", "play")
    for viewer in (None, 1, 4):
        shown = _view(can, viewer)
        assert (shown.phase, _asked(shown)) == (Phase.PLAY, [4])
        assert shown.decision == _view(none, viewer).decision
    assert _view(can, 1) == _view(none, 1)
    assert _view(can, None) == _view(none, None)


def test_view_of_the_opposite_has_what_it_may_answer_while_others_may_burn() -> None:
    shown = _view(table("biesan", ALL_CAN, "1:KK"), 4)
    assert _legal(shown) == {"22", "-"}
    assert shown.mine == shown.decision
    assert table("biesan", ALL_CAN, "1:KK").deal.decision(3) is None


def test_view_of_who_may_burn_tells_nothing_of_the_others() -> None:
    at = table("biesan", ALL_CAN, "1:KK 3:. 6:!22")
    shown = _view(at, 2)
    assert (shown.phase, _asked(shown)) == (Phase.BURN, [2])
    assert _legal(shown) == {"!22", "."}
    assert shown.mine == at.deal.decision(1) != shown.decision
    assert shown == _view(table("biesan", ALL_CAN, "1:KK"), 2)


def test_view_after_an_answer_shows_it_to_its_owner_only_whatever_others_may() -> None:
    at = table("biesan", ALL_CAN, "1:KK 3:.")
    assert _view(at, 3).chosen == (Action.parse("."),)
    assert _view(at, 3).phase is Phase.PLAY
    assert all(not _view(at, seat).chosen for seat in (None, 1, 2, 4, 5, 6))
    alone = table("biesan", "35KK 399 322 322 399 399", "1:KK 3:.")
    assert alone.phase == "play"
    assert _view(alone, 3).chosen == (Action.parse("."),)
    assert not _view(alone.then("4:-"), 3).chosen


def test_view_of_a_waiting_killer_is_that_of_the_first() -> None:
    at = table("biesan", KILLS, "1:W", Switches="two_kill_one=on")
    assert at.acting == [2]
    for seat in (2, 3):
        shown = _view(at, seat)
        assert (shown.phase, _asked(shown)) == (Phase.PLAY, [seat])
        assert _legal(shown) == {"WW", "-"}
        assert shown.mine is not None
    assert _view(at, 3) == _view(at.then("2:-"), 3)


def test_view_of_a_kill_reads_to_others_as_if_nobody_could() -> None:
    at = table("biesan", KILLS, "1:W", Switches="two_kill_one=on")
    none = table("biesan", "35W 359ww 39ww 39 39 39", "1:W", Switches="two_kill_one=on")
    for viewer in (None, 1, 4, 5, 6):
        assert _view(at, viewer) == _view(none, viewer)


def test_errors_do_not_tell_that_others_may_burn_or_kill() -> None:
    for switches, can, none, tried in (
        ("two_kill_one=off", ALL_CAN, NONE_CAN, "1:KK"),
        ("two_kill_one=on", KILLS, "35W 359ww 39ww 39 39 39", "1:W"),
    ):
        for token in ("1:5", "1:-", "1:!KK", "1:."):
            one = table("biesan", can, tried, Switches=switches)
            two = table("biesan", none, tried, Switches=switches)
            seat, action = int(token[0]) - 1, Action.parse(token[2:])
            first, second = one.deal.declined().check(seat, action), two.deal.check(seat, action)
            assert str(first) == str(second)


def test_view_guarded_is_public() -> None:
    assert _view(table("biesan", NONE_CAN, "1:KK"), None).guarded
    assert _view(table("biesan", ALL_CAN, "1:KK 2:. 3:. 5:. 6:."), None).guarded
    assert not _view(table("biesan", NONE_CAN, "1:KK 4:-"), None).guarded
    assert not _view(table("biesan", NONE_CAN, "1:5"), None).guarded


def test_view_r1_3_cards_are_told_from_ten_down() -> None:
    hands = "3555566667 35555666677 39 39 39 39"
    shown = _view(table("biesan", hands), None)
    assert [seat.cards for seat in shown.seats] == [10, None, 2, 2, 2, 2]
    own = _view(table("biesan", hands), 2)
    assert own.seats[1].cards == 11
    always = _view(table("biesan", hands, Switches="card_counts=always"), None)
    assert always.seats[1].cards == 11
    never = _view(table("biesan", hands, Switches="card_counts=never"), 1)
    assert [seat.cards for seat in never.seats] == [10, None, None, None, None, None]


def test_view_before_the_cards_are_dealt_shows_none() -> None:
    at = table("biesan", ALL_CAN, "2:blindcall", Start="deal")
    for viewer in (None, 1, 2):
        shown = _view(at, viewer)
        assert shown.hand is None
        assert all(seat.cards is None for seat in shown.seats)
        assert _asked(shown) == [1, 2, 3, 4, 5, 6]
        assert shown.ready == 1
        assert all(seat.call.value == "none" for seat in shown.seats)
    assert _view(at, 2).chosen == (Action.parse("blindcall"),)
    assert not _view(at, 1).chosen


def test_view_of_the_declaration_window_shows_how_many_are_ready() -> None:
    at = table("biesan", "35 322 322 322 322 322", "1:revolt 2:call 3:ready", Start="declare")
    shown = _view(at, 4)
    assert shown.ready == 2
    assert _asked(shown) == [1, 2, 3, 4, 5, 6]
    assert not any(seat.revolted or seat.call.value != "none" for seat in shown.seats)
    assert _view(at, 1).chosen == (Action.parse("revolt"),)
    assert _legal(shown) == {"ready", "call"}


def test_view_of_an_automatic_revolution_is_its_own_alone_before_the_window_closes() -> None:
    at = table("shaopai", "59 322 322 322 322 322", Start="buy")
    assert at.acting == [2, 3, 4, 5, 6]
    assert _view(at, 1).chosen == (Action.parse("revolt"),)
    assert _view(at, None).ready == 0
    assert _asked(_view(at, 2)) == [1, 2, 3, 4, 5, 6]


def test_view_r7_3_held_threes_are_told_when_their_owner_is_out() -> None:
    at = table("biesan", "35 36 37 39 39 39", "1:5 2:6 3:7 4:9 5:- 6:- 1:- 2:- 3:-")
    assert not _view(at, 1).held
    out = at.then("4:3 5:- 6:- 1:- 2:- 3:-")
    assert not out.deal.view(None).held
    more = out.then("5:9 6:- 1:- 2:- 3:- 5:3 6:- 1:- 2:- 3:- 6:9 1:- 2:- 3:- 6:3 1:- 2:- 3:- 1:3")
    assert more.deal.view(None).held == ((0, 1),)
    over = more.then("2:- 3:- 2:3")
    assert over.phase == "over"
    assert set(over.deal.view(None).held) == {(0, 1), (1, 2), (2, 3)}


def test_view_r11_returns_are_shown_once_all_are_chosen() -> None:
    hands = "35W 36K 379 389 39T 3TT"
    at = table("biesan", hands, Start="buy", Owed="place 6>1 2, place 5>2 1")
    assert at.acting == [1, 2]
    chosen = at.then("1:<5T")
    assert chosen.deal.view(0).chosen == (Action.parse("<5T"),)
    assert chosen.deal.view(0).hand != chosen.state.hands[0]
    assert not chosen.deal.view(5).chosen
    assert not chosen.deal.view(5).returns
    assert _asked(chosen.deal.view(5)) == [1, 2]
    done = chosen.then("2:<6")
    assert len(done.deal.view(5).returns) == 2


def test_a_second_return_of_one_seat_is_another_decision() -> None:
    at = table("biesan", "35W 36K 379 389 39T 3TT", Start="buy", Owed="place 6>1 2, place 5>1 1")
    first = at.deal.decision(0)
    after = at.then("1:<5")
    assert first is not None
    assert after.deal.decision(0) not in (None, first)
    assert after.deal.view(0).mine == after.deal.decision(0)


def test_a_decision_stays_the_same_while_others_answer() -> None:
    at = table("biesan", ALL_CAN, Start="declare")
    before = at.deal.decision(0)
    assert at.then("2:call 3:ready 2:ready").deal.decision(0) == before
    assert at.then(READY).deal.decision(0) != before


def test_foreseen_is_told_at_once_so_that_waiting_for_a_kill_or_a_burn_does_not_show() -> None:
    won = (Won(0),)
    kill = table("biesan", KILLS, "1:W", Switches="two_kill_one=on")
    none = table("biesan", "35W 359ww 39ww 39 39 39", "1:W", Switches="two_kill_one=on")
    assert (*kill.events, *kill.deal.foreseen) == (*none.events, *none.deal.foreseen)
    assert kill.deal.foreseen == won
    assert none.deal.foreseen == ()
    spared = kill.then("2:- 3:-")
    assert spared.deal.foreseen == ()
    assert spared.events[-1:] == won
    assert table("biesan", ALL_CAN, "1:KK").deal.foreseen == ()
