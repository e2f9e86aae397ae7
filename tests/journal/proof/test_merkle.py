"""The tree against published roots, and its proofs against every forgery of small trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.journal.proof.merkle import (
    EMPTY_ROOT,
    Tree,
    consistency_proof,
    consistent,
    included,
    inclusion_proof,
    inclusion_proofs,
    leaf_hash,
    node_hash,
    root_of,
)

# The inputs and roots with which Certificate Transparency logs are tested.
INPUTS = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
LEAVES = [leaf_hash(bytes([number])) for number in range(40)]


def test_published_roots() -> None:
    leaves = [leaf_hash(bytes.fromhex(text)) for text in INPUTS]
    assert [root_of(leaves[:size]).hex() for size in range(1, 9)] == list(ROOTS)
    assert root_of([]) == EMPTY_ROOT


def recursive(leaves: list[bytes]) -> bytes:
    """The root as the definition has it."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return node_hash(recursive(leaves[:half]), recursive(leaves[half:]))


@pytest.mark.parametrize("size", range(1, 40))
def test_a_growing_tree_has_the_root_of_the_definition(size: int) -> None:
    assert root_of(LEAVES[:size]) == recursive(LEAVES[:size])
    tree = Tree()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    again = Tree.of(tree.size, tree.peaks)
    other = tree.copy()
    for grown in (again, other):
        grown.append(LEAVES[size])
        assert grown.root() == recursive(LEAVES[: size + 1])
    assert tree.root() == recursive(LEAVES[:size])


def test_a_tree_has_as_many_peaks_as_its_size_says() -> None:
    with pytest.raises(ValueError, match="full subtrees"):
        Tree.of(5, [LEAVES[0]])


@pytest.mark.parametrize("size", range(1, 18))
def test_every_inclusion_proof_holds_for_its_own_place_only(size: int) -> None:
    leaves = LEAVES[:size]
    root = root_of(leaves)
    for index in range(size):
        proof = inclusion_proof(leaves, index)
        assert included(leaves[index], index, size, proof, root)
        for other in range(size):
            assert included(leaves[index], other, size, proof, root) == (other == index)
            assert included(leaves[other], index, size, proof, root) == (other == index)
        assert not included(leaves[index], index, size, (*proof, root), root)
        assert not included(leaves[index], index, size + 40, proof, root)
        for place in range(len(proof)):
            cut = proof[:place] + proof[place + 1 :]
            assert not included(leaves[index], index, size, cut, root)
    assert not included(leaves[0], -1, size, (), root)
    assert not included(leaves[0], size, size, (), root)


@pytest.mark.parametrize("later", range(1, 18))
def test_every_consistency_proof_holds_for_its_own_sizes_only(later: int) -> None:
    root = root_of(LEAVES[:later])
    for size in range(1, later + 1):
        proof = consistency_proof(LEAVES[:later], size)
        earlier = root_of(LEAVES[:size])
        assert consistent(size, earlier, later, root, proof)
        forged = root_of([*LEAVES[: size - 1], leaf_hash(b"forged")])
        assert not consistent(size, forged, later, root, proof)
        assert not consistent(size, earlier, later, forged, proof)
        for place in range(len(proof)):
            cut = proof[:place] + proof[place + 1 :]
            assert not consistent(size, earlier, later, root, cut)
    assert not consistent(0, EMPTY_ROOT, later, root, ())
    assert not consistent(later + 1, root, later, root, ())


@given(st.data(), st.integers(1, 300))
def test_proofs_of_large_trees(data: st.DataObject, size: int) -> None:
    leaves = [leaf_hash(number.to_bytes(2)) for number in range(size)]
    index = data.draw(st.integers(0, size - 1))
    root = root_of(leaves)
    assert included(leaves[index], index, size, inclusion_proof(leaves, index), root)
    proof = consistency_proof(leaves, index + 1)
    assert consistent(index + 1, root_of(leaves[: index + 1]), size, root, proof)


def test_proofs_of_neighbours_are_those_of_each_and_cost_one_tree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for first, last in ((0, 40), (3, 17), (31, 33), (39, 40), (5, 5)):
        each = tuple(inclusion_proof(LEAVES, place) for place in range(first, last))
        assert inclusion_proofs(LEAVES, range(first, last)) == each
    made = 0

    def counted(left: bytes, right: bytes) -> bytes:
        nonlocal made
        made += 1
        return node_hash(left, right)

    monkeypatch.setattr("pitboss.journal.proof.merkle.node_hash", counted)
    inclusion_proofs(LEAVES * 25, range(400, 500))
    assert made == 25 * len(LEAVES) - 1  # a tree of n leaves has n - 1 nodes


def test_there_is_no_proof_of_what_is_not_there() -> None:
    with pytest.raises(IndexError):
        inclusion_proof(LEAVES, 40)
    with pytest.raises(IndexError):
        inclusion_proofs(LEAVES, range(38, 41))
    with pytest.raises(IndexError):
        consistency_proof(LEAVES, 41)
