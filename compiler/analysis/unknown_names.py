"""Say what is wrong with a name that nothing declares, or that stands for something of another
kind.
"""

from __future__ import annotations

from collections.abc import Mapping

from stele.compiler.analysis.declarations import NEVER_IN_CLAUSES, VOCABULARY, Declaration
from stele.compiler.analysis.scopes import Scope
from stele.compiler.common.codes import E0402, E0403
from stele.compiler.common.diagnostics import (
    Diagnostic,
    Edit,
    Note,
    did_you_mean,
    is_misspelt,
    is_other_word,
    likeness,
    misspelt,
    nearest,
)
from stele.compiler.common.words import with_article
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import reserved, words_beside
from stele.compiler.front.nodes import Name, Role

FEW = 8  # names that a message lists if none is like the wrong one
SLIP = 0.7  # how alike a mistyped word and the right one are
MONEY = ("gold", "money", "cash", "dollar", "dollars")
COSTS = (None, n.Goods, n.Different)
SENTENCES_WITH_ACTIONS = (n.UsesCard, n.UseOf, n.Oblige, n.CostChange)


def wrong_kind(name: Name, other: Declaration, scope: Scope) -> Diagnostic:
    """Return the diagnostic for a name that stands for something of another kind."""
    message = f"`{name.text}` is {with_article(other.role.value)}, but {with_article(name.role.value)} belongs here"
    help = did_you_mean(name.text, scope.names[name.role]) or there_are(scope.names[name.role])
    if name.role is Role.COLOUR and other.role is Role.NOUN:
        help = f"write `{name.text}` alone, without `card`"
    if name.role is Role.NOUN and other.role is Role.COLOUR:
        help = f"write `{name.text} card`"
    if name.role is Role.NOUN and other.role is Role.TOKEN:
        help = f"write `{name.text} token`"
    if name.role is Role.NOUN and other.role is Role.SYMBOL:
        help = f"write `{name.text} symbol`"
    if name.role is Role.RESOURCE and other.role is Role.TOKEN:
        help = f"`gain` it as `1 {name.text} token`, or let an effect `spend` it; a cost has no tokens"
    edits = (Edit(name.span, help.split("`")[1]),) if help.startswith("write ") and name.role is Role.NOUN else ()
    if name.role in (Role.COLOUR, Role.NOUN) and other.role is Role.CARD:
        help = "a clause tells cards by their colour, never one by one"
    notes = (Note("it is declared here", other.span),)
    return Diagnostic(E0403, message, name.span, help=help, notes=notes, edits=edits)


def unknown(name: Name, scope: Scope, inside: type | None = None) -> Diagnostic:
    """Return the diagnostic for a name that nothing declares, inside some kind of node."""
    candidates = scope.names[name.role]
    if inside in SENTENCES_WITH_ACTIONS:  # no sentence names an action that is called by a word of the language
        candidates = {word: one for word, one in candidates.items() if word not in reserved()}
    footers = []
    if candidates and name.role in VOCABULARY:
        near = nearest(name.text, candidates)
        first = candidates[near] if near else next(iter(candidates.values()))
        footers.append(f"{name.role.value}s are declared in {first.span.path}:{first.span.line}")
    message = f"no {name.role.value} is called `{name.text}`"
    # In a clause, a misspelt word of the language looks like a name.
    others = [word for word in instead_of(name.role) if is_slip(name.text, word)]
    near, word = nearest(name.text, candidates), nearest(name.text, others)
    if name.role is Role.NOUN and (token := misspelt(name.text, scope.names[Role.TOKEN])) and not near:
        near = f"{token} token{'s' if name.text.endswith('s') else ''}"
        return Diagnostic(E0402, message, name.span, help=f"did you mean `{near}`?", edits=(Edit(name.span, near),))
    if word and (not near or likeness(name.text, word) > likeness(name.text, near) + 0.2):
        near = word
    if name.role is Role.RESOURCE and name.text in MONEY and inside not in COSTS:
        help = "coins are not produced; let an effect `gain` them"
        return Diagnostic(E0402, message, name.span, help=help, footers=tuple(footers))
    if name.role is Role.RESOURCE and name.text in MONEY:
        near = "coins"
    is_slip_of = is_misspelt(name.text, near, (*candidates, *reserved())) and not is_other_word(name.text, near)
    is_clear = near == "coins" or (near and is_slip_of)
    edits = (Edit(name.span, near),) if is_clear else ()
    help = f"did you mean `{near}`?" if near else there_are(candidates)
    return Diagnostic(E0402, message, name.span, help=help, footers=tuple(footers), edits=edits)


def instead_of(role: Role) -> list[str]:
    """Return the words of the language that may stand where a clause names something of a role."""
    if role in NEVER_IN_CLAUSES:
        return []
    match role:
        case Role.NOUN:
            return sorted(words_beside("gain 1 coin per"))
        case Role.ZONE:
            return sorted(words_beside("gain 1 coin per stage in"))
        case Role.RESOURCE:
            return sorted(words_beside("produce") | words_beside("spend 1") | words_beside("1", "cost"))
        case _:
            return sorted(reserved())


def is_slip(text: str, word: str) -> bool:
    """Tell whether a word of the language may have been mistyped so, rather than another word have
    been meant.
    """
    return abs(len(text) - len(word)) <= 1 and (likeness(text, word) >= SLIP or sorted(text) == sorted(word))


def there_are(candidates: Mapping[str, Declaration]) -> str:
    """Return the names that could stand here, if they are few."""
    listed = [f"`{word}`" for word, declaration in candidates.items() if declaration.is_sound]
    return f"there are {', '.join(listed)}" if 0 < len(listed) <= FEW else ""
