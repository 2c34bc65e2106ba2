"""Run every check over a set of expansions; the tuples below list all of them, in order."""

from __future__ import annotations

from stele.compiler.analysis.checks.amounts import check_amounts, check_lists, check_own_amounts
from stele.compiler.analysis.checks.between_seats import check_given_up, check_marks_and_swaps, check_obligations
from stele.compiler.analysis.checks.boards import check_limits, check_seating, check_stages
from stele.compiler.analysis.checks.cards import check_chains, check_copies, check_identities, check_ids_of_actions
from stele.compiler.analysis.checks.costs import check_cost_parts, check_payable
from stele.compiler.analysis.checks.decks import (
    check_cards_dealt,
    check_decks_used,
    check_draws,
    check_even_decks,
    check_mixing,
)
from stele.compiler.analysis.checks.effects import (
    check_effects,
    check_moment_support,
    check_support,
)
from stele.compiler.analysis.checks.flow import (
    check_early_steps,
    check_known_ages,
    check_nesting,
    check_own_early_steps,
    check_player_range,
    check_plays,
    check_some_turns,
    check_step_ids,
    check_turns,
    check_values_by_age,
    check_values_by_players,
)
from stele.compiler.analysis.checks.index import Soundness, index_of
from stele.compiler.analysis.checks.playable import (
    check_complete,
    check_name_clashes,
    check_one_flow,
    check_patched_names,
    check_play_step,
    check_variant,
)
from stele.compiler.analysis.checks.score_lines import (
    check_board_line,
    check_card_lines,
    check_moment_lines,
    check_token_lines,
)
from stele.compiler.analysis.checks.shared_places import check_named_places, check_shared_places
from stele.compiler.analysis.checks.sizes import check_connected_goods, check_own_sizes, check_room
from stele.compiler.analysis.checks.standing import check_standing
from stele.compiler.analysis.checks.supplies import check_demands, check_runs, check_supplies
from stele.compiler.analysis.checks.telling import check_coins_on_cards, check_order_known, check_told_apart
from stele.compiler.analysis.checks.tokens import (
    check_finite_tokens,
    check_single_tokens,
    check_tokens,
    check_unpaid_tokens,
)
from stele.compiler.analysis.checks.tracks import (
    check_faces,
    check_own_faces,
    check_steps,
    check_tracks_of_the_table,
)
from stele.compiler.analysis.checks.triggers import check_set_off, check_trigger_cycles
from stele.compiler.analysis.checks.usage import check_actions_used
from stele.compiler.analysis.checks.zones import (
    check_cards_under_stages,
    check_chosen_cards,
    check_copying,
    check_counting,
    check_main_zone,
    check_unpaid_zones,
    check_zone_kinds,
    check_zones_of_actions,
    check_zones_of_clauses,
    check_zones_of_steps,
)
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.memo import Memo
from stele.compiler.front import items

# What can be said of one expansion, whatever it meets; kept with it, since most sets share most
# expansions.
OF_AN_EXPANSION = (
    check_cost_parts,
    check_lists,
    check_own_amounts,
    check_standing,
    check_own_sizes,
    check_stages,
    check_support,
    check_token_lines,
    check_own_faces,
)

# What can be said of a set even if something was left out on the way here.
OF_A_SET = (
    check_one_flow,
    check_complete,
    check_play_step,
    check_name_clashes,
    check_patched_names,
    check_zones_of_steps,
    check_zones_of_actions,
    check_zones_of_clauses,
    check_copies,
    check_connected_goods,
    check_player_range,
    check_values_by_age,
    check_own_early_steps,
    check_values_by_players,
    check_step_ids,
    check_turns,
    check_main_zone,
    check_chains,
    check_identities,
    check_ids_of_actions,
    check_payable,
    check_card_lines,
    check_moment_lines,
    check_board_line,
    check_moment_support,
    check_faces,
    check_steps,
    check_tracks_of_the_table,
    check_chosen_cards,
    check_told_apart,
    check_coins_on_cards,
    check_order_known,
)

# What needs a set that says for how many players and how many ages it is, and whose vocabulary and
# flow are sound. A card or a board may be left out: nothing here follows from its absence.
OF_A_SOUND_FLOW = (
    check_early_steps,
    check_some_turns,
    check_known_ages,
    check_variant,
    check_nesting,
    check_plays,
    check_zone_kinds,
    check_unpaid_zones,
    check_cards_under_stages,
    check_unpaid_tokens,
    check_single_tokens,
    check_named_places,
    check_supplies,
    check_runs,
    check_demands,
    check_obligations,
    check_given_up,
    check_marks_and_swaps,
    check_effects,
    check_counting,
    check_copying,
    check_amounts,
    check_tokens,
    check_finite_tokens,
    check_trigger_cycles,
    check_set_off,
)

# What counts cards and boards, so that none must be left out.
OF_A_SOUND_SET = (
    check_shared_places,
    check_even_decks,
    check_mixing,
    check_cards_dealt,
    check_decks_used,
    check_draws,
    check_limits,
    check_seating,
    check_room,
    check_actions_used,
)


def run_checks(resolved: Resolved, variant: str, soundness: Soundness) -> list[Diagnostic]:
    """Return what makes no sense in a set of expansions that are in play together, with a variant
    if one is chosen.
    """
    is_sound = soundness is Soundness.WHOLE
    index = index_of(resolved, variant, is_sound)
    found = [problem for content in index.changed for problem in check_expansion(content)]
    for check in OF_A_SET:
        found.extend(check(index))
    for check in OF_A_SOUND_FLOW if soundness is not Soundness.PARTS and index.is_playable else ():
        found.extend(check(index))
    for check in OF_A_SOUND_SET if is_sound and index.is_playable else ():
        found.extend(check(index))
    return found


checked_before: Memo[tuple[Diagnostic, ...]] = Memo()


def check_expansion(content: items.Content) -> tuple[Diagnostic, ...]:
    """Return what makes no sense in one expansion, whatever it meets."""
    found = checked_before.get(content)
    if found is None:
        found = tuple(problem for check in OF_AN_EXPANSION for problem in check(content))
        checked_before.keep(content, found)
    return found
