#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "ir/graph.h"
#include "ir/literal_text.h"

namespace gearbox {

/// The textual form .gbir. What print writes, parse_graph reads back to a graph that prints the same, bit for bit (unless literals
/// were shortened by `style.shown_elements`):
///
///   graph @main(%x: f32[N,3,H,W]) -> (%y: f32[N,8,H,W] as "scores")
///     given N >= 1, N <= 16, H >= 0, W >= 0 {
///     @w = f32[8,3,1,1]{base64 "…"}
///     %y = Conv.13(%x, @w, _) {strides=[1,1]} named "head" after "start" : f32[N,8,H,W] <capacity=[16,8,H,W], placement=arena>
///     %z = If.13(%c, %y) : f32[N] {
///       then_branch = graph @then(%y: f32[N]) -> (%y: f32[N]) {
///       }
///     }
///     fact given "2*H <= W" "--assert 'W >= 2*H'"
///     check equal(H, W) "head" "Conv: …"
///     claim "scores": f32 ["N","8","",""]
///     note "what the importer saw"
///   }
///
/// % is a value, @ a constant, _ an operand left out; names that are not plain stand in double quotes. "domain::Op.version"; without a
/// version: 17, the default opset of hand-written graphs. Types are optional when read. `given` lists the symbols in the order of
/// their ids with their ranges.
std::string print(const Graph& graph, const LiteralStyle& style = {});

/// Reads one graph; errors name line and column. Hostile text gives an error, never a crash.
Result<std::unique_ptr<Graph>> parse_graph(std::string_view text);

/// What distinguishes two graphs first, in words; empty where they are equal in everything but ids.
std::string first_difference(const Graph& a, const Graph& b);

}  // namespace gearbox
