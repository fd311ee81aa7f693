#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "expr/dim.h"
#include "shape/infer.h"
#include "shape/infer_context.h"

namespace gearbox {

/// What an operator does along an axis of an operand; padding rules, batch independence and parallel splits follow from it.
enum class AxisRole : uint8_t {
  kIndependent,  ///< each index of the axis is computed from the same index of the inputs
  kContracted,   ///< summed over
  kReduced,      ///< max/min-like reduction
  kNormalised,   ///< softmax- or norm-like: every output index depends on all input indices
  kWindow,       ///< sliding window
  kScanned,      ///< prefix dependence (recurrence, cumulative sum)
  kPermuted,     ///< moved, reversed, gathered or merged
  kOpaque,       ///< anything else
};

/// Estimated work of one call as expressions of the input extents: floating-point operations and bytes moved.
struct Cost {
  Dim flops = 0;
  Dim bytes = 0;
};

using TypeSet = std::span<const DType>;
inline constexpr DType kFloatTypes[] = {DType::kF16, DType::kBF16, DType::kF32, DType::kF64};
inline constexpr DType kIntegerTypes[] = {DType::kU8,  DType::kI8,  DType::kU16, DType::kI16,
                                          DType::kU32, DType::kI32, DType::kU64, DType::kI64};
inline constexpr DType kNumericTypes[] = {DType::kU8,  DType::kI8,  DType::kU16, DType::kI16, DType::kU32, DType::kI32,
                                          DType::kU64, DType::kI64, DType::kF16, DType::kF32, DType::kF64, DType::kBF16};
inline constexpr DType kAllTypes[] = {DType::kU8,  DType::kI8,  DType::kU16, DType::kI16, DType::kU32,  DType::kI32, DType::kU64,
                                      DType::kI64, DType::kF16, DType::kF32, DType::kF64, DType::kBF16, DType::kBool};
inline constexpr DType kBoolTypes[] = {DType::kBool};
inline constexpr DType kInt64Types[] = {DType::kI64};
inline constexpr DType kIndexTypes[] = {DType::kI32, DType::kI64};

/// One formal input or output.
struct Formal {
  enum class Arity : uint8_t { kRequired, kOptional, kVariadic };
  std::string name;
  TypeSet types;
  Arity arity = Arity::kRequired;
};

struct AttributeDef {
  std::string name;
  bool required = false;
};

/// Everything the compiler knows about one operator: schema, shape rule, cost, axis roles. Immutable after construction.
/// Built declaratively in src/ops/<group>/<op>/op.cc; see docs/howto/add-an-op.md.
class OpDef {
 public:
  explicit OpDef(std::string name, std::string domain = "") : name_(std::move(name)), domain_(std::move(domain)) {}

  /// Opset versions at which the operator was introduced or changed, ascending. A node of opset v uses the last one <= v.
  OpDef&& versions(std::vector<int> since) &&;
  OpDef&& input(std::string name, TypeSet types, Formal::Arity arity = Formal::Arity::kRequired) &&;
  OpDef&& output(std::string name, TypeSet types, Formal::Arity arity = Formal::Arity::kRequired) &&;
  /// An attribute the operator knows; unknown attributes on a node are an error, as is the absence of a required one.
  OpDef&& attribute(std::string name, bool required = false) &&;
  /// Sets dtype and shape of every output (and symbolic contents where it can). Called in topological order.
  OpDef&& infer(Status (*rule)(InferContext&)) &&;
  OpDef&& cost(Cost (*rule)(const InferContext&)) &&;
  /// Role of axis `axis` of input `input`.
  OpDef&& axes(AxisRole (*rule)(const InferContext&, int input, int64_t axis)) &&;
  /// Output 0 may be written over input `input` when that is its last use and both have the same size. May be called repeatedly.
  OpDef&& may_share(int input) &&;
  /// Output 0 is input 0's bytes under another shape: no work at run time.
  OpDef&& view() &&;
  /// Output values differ from call to call (random generators): never folded or merged.
  OpDef&& not_pure() &&;

  const std::string& name() const { return name_; }
  const std::string& domain() const { return domain_; }
  const std::vector<int>& since() const { return since_; }
  const std::vector<Formal>& inputs() const { return inputs_; }
  const std::vector<Formal>& outputs() const { return outputs_; }
  const std::vector<AttributeDef>& attributes() const { return attributes_; }
  Status run_infer(InferContext& context) const { return infer_(context); }
  Cost run_cost(const InferContext& context) const;
  AxisRole role(const InferContext& context, int input, int64_t axis) const;
  std::span<const int> shared_inputs() const { return may_share_; }
  bool is_view() const { return view_; }
  bool is_pure() const { return pure_; }

 private:
  std::string name_, domain_;
  std::vector<int> since_ = {1};
  std::vector<Formal> inputs_, outputs_;
  std::vector<AttributeDef> attributes_;
  Status (*infer_)(InferContext&) = nullptr;
  Cost (*cost_)(const InferContext&) = nullptr;
  AxisRole (*axes_)(const InferContext&, int, int64_t) = nullptr;
  std::vector<int> may_share_;
  bool view_ = false;
  bool pure_ = true;
};

/// All operators by (domain, name). Built once by OpRegistry::builtin() from the generated list; immutable, shared freely.
class OpRegistry final : public NodeRules {
 public:
  static OpRegistry builtin();
  /// Null where unknown.
  const OpDef* find(std::string_view domain, std::string_view name) const;
  std::vector<const OpDef*> all() const;
  void add(OpDef definition);

  Status resolve(Node& node) const override;
  Status infer(InferContext& context) const override;

 private:
  std::map<std::pair<std::string, std::string>, OpDef, std::less<>> ops_;
};

/// Checks a node against its definition: arity, attribute names, required attributes. Errors name the node.
Status check_schema(const Node& node, const OpDef& definition);
/// Checks the input types of a node whose inputs have been inferred. Errors name node and tensor.
Status check_input_types(const Node& node, const OpDef& definition);

}  // namespace gearbox
