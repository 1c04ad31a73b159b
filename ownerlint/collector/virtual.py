"""Virtual owners: those the collector has only heard of (semantics 2a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.mapper import parsed
from ownerlint.collector.nodes import Claim

if TYPE_CHECKING:
    from ownerlint.collector.cluster import Cluster


def virtual_owner_exists(cluster: Cluster, uid: str) -> bool:
    """Look a virtual owner up; if it is absent, let its dependents know."""
    claim = cluster.graph.virtual[uid]
    mapped = cluster.mapper.map(claim.api_version, claim.kind)
    if mapped is None or (mapped.namespaced and not claim.namespace):
        return False
    stored = cluster.objects.get(uid)
    if stored is not None and mapped.resource is not None:
        namespace = claim.namespace if mapped.namespaced else ""
        if stored.identity.is_found_at(mapped.resource, namespace, claim.name):
            return True
    _virtual_delete(cluster, uid, claim)
    return False


def _virtual_delete(cluster: Cluster, uid: str, claim: Claim) -> None:
    """Process a virtual delete event: a virtual owner was found absent under the identity it was taken to have.

    The dependents that claim this identity are queued. If others claim another one, the node stays and is taken to
    have that; an identity that was found absent before is not asked for again (the collector does so for ever).
    """
    graph = cluster.graph
    # The event carries the identity as the mapper parses it, so `/v1` never equals what the dependent claims.
    identity = Claim(parsed(claim.api_version), claim.kind, claim.namespace, claim.name)
    matching, others = _partition_dependents(cluster, uid, identity)
    if not others:
        graph.forget(uid)
    for dependent in matching:
        cluster.examine(dependent)
    if not others:
        return
    verified = graph.verified[uid] = graph.verified.get(uid, frozenset()) | {claim}
    unverified = [other for other in others if other not in verified]
    if claim == identity and unverified:
        graph.virtual[uid] = min(unverified, key=_claim_order)
        cluster.to_delete.add(uid)


def _partition_dependents(cluster: Cluster, uid: str, identity: Claim) -> tuple[list[str], list[Claim]]:
    """Return the dependents that claim this identity, and the other identities that are claimed for the same uid."""
    matching: list[str] = []
    others: list[Claim] = []
    for dependent in cluster.graph.dependents[uid]:
        stored = cluster.objects[dependent]
        namespace = stored.identity.namespace
        foreign = bool(identity.namespace) and identity.namespace != namespace
        references = [reference for reference in stored.references if reference.uid == uid]
        fitting = [reference for reference in references if not foreign and identity.matches(reference)]
        if fitting:
            matching.append(dependent)
        others.extend(
            Claim(reference.api_version, reference.kind, namespace, reference.name)
            for reference in references
            if reference not in fitting
        )
    return matching, others


def _claim_order(claim: Claim) -> tuple[str, str, str, str]:
    """Order of upstream `referenceLessThan`."""
    return (claim.kind, claim.api_version, claim.namespace, claim.name)
