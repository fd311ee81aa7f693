#include "passes/canonicalise/share_equal_nodes.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "base/hash.h"

namespace gearbox {

namespace {

bool equal(const Attribute& a, const Attribute& b) {
  if (a.index() != b.index()) return false;
  if (const Literal* literal = std::get_if<Literal>(&a)) return literal->same(std::get<Literal>(b));
  return std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::is_same_v<T, Literal>) {
          return false;
        } else {
          return value == std::get<T>(b);
        }
      },
      a);
}

bool equal(const Attributes& a, const Attributes& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && equal(x.second, y.second); });
}

/// Everything that must be equal but the attributes; -1 for an input that is left out.
using Key = std::tuple<std::string, std::string, int, std::vector<int32_t>>;

Key key_of(const Node& node) {
  std::vector<int32_t> inputs;
  for (const Value* input : node.input_list()) inputs.push_back(input ? input->id() : -1);
  return {node.op(), node.domain(), node.version(), std::move(inputs)};
}

/// Whether `first` has every output that `node` has.
bool covers(const Node& first, const Node& node) {
  for (int i = 0; i < node.outputs(); ++i) {
    if (node.output(i) && !first.output(i)) return false;
  }
  // The number of outputs itself means something to Split and to variadic results.
  return first.outputs() == node.outputs();
}

/// A hash of a few bytes from all over the literal: enough to tell most weights apart without reading them.
uint64_t sample_hash(const Literal& literal) {
  constexpr size_t kPieces = 8, kPiece = 64;
  const auto bytes = std::span(static_cast<const std::byte*>(literal.data()), literal.bytes());
  if (bytes.size() <= kPieces * kPiece) return hash64(bytes);
  std::array<std::byte, kPieces * kPiece> sample;
  for (size_t i = 0; i < kPieces; ++i) {
    const auto piece = bytes.subspan((bytes.size() - kPiece) / (kPieces - 1) * i, kPiece);
    std::copy(piece.begin(), piece.end(), sample.begin() + static_cast<std::ptrdiff_t>(i * kPiece));
  }
  return hash64(sample);
}

int share_constants(Graph& graph) {
  std::map<std::tuple<DType, std::vector<int64_t>, uint64_t>, std::vector<Value*>> seen;
  int shared = 0;
  for (Value* value : graph.values()) {
    if (!value->is_constant() || graph.is_output(value)) continue;
    const Literal& literal = value->constant();
    std::vector<Value*>& same = seen[{literal.dtype(), literal.dims(), sample_hash(literal)}];
    const auto first = std::find_if(same.begin(), same.end(), [&](const Value* other) { return other->constant().same(literal); });
    if (first == same.end()) {
      same.push_back(value);
    } else if (!value->users().empty()) {
      graph.replace_uses(value, *first);
      ++shared;
    }
  }
  return shared;
}

}  // namespace

Result<int> share_equal_nodes(Graph& graph, const PassContext& context) {
  int shared = share_constants(graph);
  std::map<Key, std::vector<Node*>> seen;
  // Inputs are replaced before their users are looked at, as these follow in topological order.
  for (Node* node : std::vector<Node*>(graph.nodes())) {
    if (!node->definition() || !node->definition()->is_pure() || !node->bodies().empty() || !node->control_inputs().empty()) continue;
    std::vector<Node*>& same = seen[key_of(*node)];
    const auto first = std::find_if(same.begin(), same.end(), [&](const Node* other) {
      return equal(other->attributes(), node->attributes()) && covers(*other, *node);
    });
    if (first == same.end()) {
      same.push_back(node);
      continue;
    }
    bool used = false;
    for (int i = 0; i < node->outputs(); ++i) {
      if (!node->output(i)) continue;
      used = used || !node->output(i)->users().empty() || graph.is_output(node->output(i));
      graph.replace_uses(node->output(i), (*first)->output(i));
    }
    if (!used) continue;
    context.log.log("pass", [&] { return "share_equal_nodes: '" + node->name() + "' computes what '" + (*first)->name() + "' computes"; });
    ++shared;
  }
  return shared;
}

}  // namespace gearbox
