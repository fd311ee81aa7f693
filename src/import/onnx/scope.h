#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/status.h"
#include "import/onnx/onnx.pb.h"
#include "import/onnx/opsets.h"
#include "ir/graph.h"

namespace gearbox::onnx {

/// Where names of the file are looked up: one per graph and per function call.
class Scope {
 public:
  Scope(Graph& graph, const Opsets& opsets) : graph_(graph), opsets_(opsets) {}

  /// The scope of a graph nested in this one: nothing is visible in it yet.
  Scope nested(Graph& graph) const;
  /// The scope of a function called here as `call`, which writes its nodes into the same graph.
  Scope called(const std::string& call, const Opsets& opsets) const;

  Graph& graph() const { return graph_; }
  const Opsets& opsets() const { return opsets_; }

  /// The value of that name; a null value is an operand the caller left out.
  std::optional<Value*> find(const std::string& name) const;
  Status define(const std::string& name, Value* value);

  /// What the value `name` of the file is called in the graph.
  std::string value_name(const std::string& name) const;
  /// What a node is called that the file calls `name`, empty: it takes the name of its first output. In a function that is the function's
  /// own name for it, so that all nodes of a call begin with the call's name.
  std::string node_name(const std::string& name, const std::string& output) const {
    if (name.empty() && (call_depth_ == 0 || output.empty())) return "";
    return prefix_ + (name.empty() ? output : name);
  }
  /// Lets a function's result take the name the caller gives it.
  void rename(const std::string& name, std::string outer) { renamed_[name] = std::move(outer); }

  /// Attributes of the call, by the names the function knows them by.
  void set_argument(const std::string& name, const AttributeProto& value) { arguments_[name] = &value; }
  /// The attribute itself, or the argument it refers to; null where the caller gave none.
  const AttributeProto* resolve(const AttributeProto& attribute) const;

  int call_depth() const { return call_depth_; }

 private:
  Graph& graph_;
  const Opsets& opsets_;
  std::unordered_map<std::string, Value*> values_;
  std::unordered_map<std::string, std::string> renamed_;
  std::map<std::string, const AttributeProto*> arguments_;
  std::string prefix_;
  int call_depth_ = 0;
};

}  // namespace gearbox::onnx
