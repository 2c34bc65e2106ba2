"""Find what is not accounted for: rules that no ruling covers, official expansions that name no
sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stele.compiler.common.codes import W0606, W0607
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front.rulings import covered_by, rulings_of
from stele.compiler.front.source import Document, YamlMapping


def check_accounts(
    contents: Sequence[items.Content], asked: Sequence[str], documents: Mapping[str, Sequence[Document]]
) -> Iterator[Diagnostic]:
    """Yield what is not accounted for in expansions that were asked for.

    Rulings of any may cover their rules.
    """
    rulings = rulings_of([document for some in documents.values() for document in some], contents)
    covered = covered_by(rulings)
    for content in (content for content in contents if content.expansion.id in asked):
        for rule in content.rules:
            if rule.kind != "component" and not rule.tested_by and rule.id not in covered:
                help = f"write one with `covers: [{rule.id}]`"
                yield Diagnostic(W0606, f"no ruling proves the rule `{rule.id}`", rule.span, help=help)
        if content.expansion.official and not has_sources(documents[content.expansion.id]):
            message = "an official expansion says where its facts come from"
            yield Diagnostic(W0607, message, content.expansion.span, help="add `sources:` with the titles of rulebooks")


def has_sources(documents: Sequence[Document]) -> bool:
    """Tell whether an expansion names the sources of its facts."""
    identities = [document.root for document in documents if document.kind == "expansion"]
    return any(isinstance(root, YamlMapping) and root.get("sources") for root in identities)
