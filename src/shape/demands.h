#pragma once

#include <memory>
#include <optional>
#include <span>

#include "base/status.h"
#include "ir/graph.h"
#include "shape/facts/fact_store.h"

namespace gearbox {

/// Whether the extents of a graph's inputs decide every symbol of the relation: it is then tested before any step runs, and what is
/// learned from it holds throughout the graph.
bool bound_by_inputs(const Graph& graph, const Relation& relation);

/// The equality as a bound where it is one: min(x, y) == x says x <= y, max(x, y) == x says y <= x. nullopt elsewhere.
std::optional<Relation> bound_of_equality(Dim a, Dim b);

/// Whether extents bound by the inputs broadcast only where they are equal, since by the facts one of them is 1 only where the other is.
bool broadcast_only_if_equal(const Graph& graph, Dim a, Dim b);

/// Whether earlier checks already demand that a and b broadcast: one of them compares extents that include all that a and b are
/// broadcasts of.
bool is_broadcast_demanded(std::span<const ShapeCheck> checks, Dim a, Dim b);

/// A solver that knows a main graph's facts and what its checks assert. Drops the checks that inference will make anew: those of extents
/// known only mid-run. An error lists facts that contradict each other.
Result<std::shared_ptr<FactStore>> make_solver(Graph& graph);

}  // namespace gearbox
