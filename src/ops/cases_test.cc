#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "ops/case_text_test_support.h"
#include "ops/op_def.h"
#include "ops/run/convert.h"
#include "ops/run/evaluate.h"

#define GBX_OP(name)             \
  namespace gearbox::ops::name { \
  OpDef definition();            \
  }
#include "op_rules.inc"
#undef GBX_OP

namespace gearbox::ops {

namespace {

struct Folder {
  std::string path;
  std::string name;
};
void PrintTo(const Folder& folder, std::ostream* out) { *out << folder.path; }

/// Every src/ops/<group>/<op>/ with a cases.txt; tests run from the source root.
std::vector<Folder> case_folders() {
  std::vector<Folder> out;
  std::error_code none;
  for (const auto& group : std::filesystem::directory_iterator("src/ops", none)) {
    if (!group.is_directory()) continue;
    for (const auto& op : std::filesystem::directory_iterator(group.path())) {
      if (std::filesystem::exists(op.path() / "cases.txt")) out.push_back({op.path().string(), op.path().filename().string()});
    }
  }
  std::sort(out.begin(), out.end(), [](const Folder& a, const Folder& b) { return a.path < b.path; });
  return out;
}

const std::map<std::string, OpDef>& definitions() {
  static const std::map<std::string, OpDef> all = {
#define GBX_OP(name) {#name, ops::name::definition()},
#include "op_rules.inc"
#undef GBX_OP
  };
  return all;
}

/// A node with inferred types, for its cost rule.
class CostContext final : public InferContext {
 public:
  using InferContext::InferContext;
  Result<std::vector<TensorType>> infer_body(std::string_view, std::span<const TensorType>) override { return error("a case has no body"); }
};

using Binding = std::map<SymbolId, int64_t>;

std::optional<int64_t> value_of(Dim dim, const Binding& binding) {
  return dim.evaluate([&](SymbolId id) {
    const auto it = binding.find(id);
    return it == binding.end() ? std::nullopt : std::optional<int64_t>(it->second);
  });
}

/// What the elements are that a case leaves to chance.
enum class Elements {
  kUsual,
  kSomeNan,  ///< in floats, some are not numbers
};

/// A one-node graph for a case, with the literals that one binding gives its inputs.
class CaseGraph {
 public:
  CaseGraph(const OpDef& definition, const OperatorCase& text, int round, bool constants, uint32_t seed, Elements elements)
      : definition_(definition), case_(text), round_(round), constants_(constants), elements_(elements), random_(seed) {
    for (const auto& [name, least] : text.least) narrow(name, least);
  }

  Status build() {
    NodeSpec spec;
    spec.op = definition_.name();
    spec.domain = definition_.domain();
    spec.version = case_.opset ? case_.opset : std::max(17, definition_.since().front());
    spec.name = "node";
    spec.attributes = case_.attributes;
    for (size_t i = 0; i < case_.inputs.size(); ++i) GBX_RETURN_IF_ERROR(add_input(i, spec));
    std::vector<std::string> outputs;
    if (case_.refused) outputs.push_back("y0");
    for (size_t i = 0; i < case_.outputs.size(); ++i) outputs.push_back(case_.outputs[i].given ? "y" + std::to_string(i) : "-");
    node_ = graph_.add(std::move(spec), outputs);
    node_->set_definition(&definition_);
    return {};
  }

  Graph& graph() { return graph_; }
  Node& node() { return *node_; }
  const Binding& binding() const { return binding_; }
  const std::vector<Literal>& literals() const { return literals_; }

  /// The extents the case declares under the binding; nullopt per axis for "?".
  Result<std::vector<std::optional<int64_t>>> declared(const CaseTensor& tensor) {
    std::vector<std::optional<int64_t>> out;
    for (const std::string& text : tensor.dims) {
      if (text == "?") {
        out.emplace_back();
        continue;
      }
      GBX_ASSIGN_OR_RETURN(const Dim dim, parse_dim(text, *graph_.scope()));
      GBX_ASSIGN_OR_RETURN(const int64_t value, bound(dim));
      out.emplace_back(value);
    }
    return out;
  }

 private:
  void narrow(const std::string& name, int64_t least) {
    const Dim symbol = graph_.scope()->symbol(name);
    graph_.scope()->narrow(*symbol.symbol(), least, INT64_MAX);
  }

  /// Rounds 0 and 1 take the smallest extents and one more; the others are random.
  Result<int64_t> bound(Dim dim) {
    for (SymbolId id : dim.symbols()) {
      if (binding_.contains(id)) continue;
      const int64_t least = graph_.scope()->info(id).lower;
      binding_[id] = least + (round_ < 2 ? round_ : std::uniform_int_distribution<int64_t>(0, 5)(random_));
    }
    const auto value = value_of(dim, binding_);
    if (!value) return invalid_argument("'" + dim.text() + "' has no value");
    return *value;
  }

  Status add_input(size_t index, NodeSpec& spec) {
    const CaseTensor& text = case_.inputs[index];
    if (!text.given) {
      spec.inputs.push_back(nullptr);
      literals_.emplace_back();
      return {};
    }
    Shape shape;
    std::vector<int64_t> dims;
    for (const std::string& dim : text.dims) {
      GBX_ASSIGN_OR_RETURN(const Dim extent, parse_dim(dim, *graph_.scope()));
      GBX_ASSIGN_OR_RETURN(const int64_t value, bound(extent));
      shape.push_back(extent);
      dims.push_back(value);
    }
    Literal literal = Literal::allocate(text.dtype, dims);
    std::optional<std::vector<Dim>> contents;
    if (text.elements) {
      GBX_RETURN_IF_ERROR(set_elements(text, literal, contents));
    } else {
      fill(text, literal);
    }
    const std::string name = "x" + std::to_string(index);
    const bool fixed = text.elements && !contents;
    if (fixed && constants_) {
      spec.inputs.push_back(graph_.add_constant(name, literal));
    } else {
      Value* value = graph_.add_input(name, tensor_type(text.dtype, shape));
      if (constants_) value->set_contents(contents);
      spec.inputs.push_back(value);
    }
    literals_.push_back(std::move(literal));
    return {};
  }

  /// Writes ={…}; `contents` is set where an element depends on a symbol.
  Status set_elements(const CaseTensor& text, Literal& literal, std::optional<std::vector<Dim>>& contents) {
    if (literal.elements() != static_cast<int64_t>(text.elements->size()))
      return invalid_argument("number of given elements does not fit the type");
    std::vector<double> values;
    std::vector<Dim> dims;
    bool symbolic = false;
    for (const std::string& element : *text.elements) {
      if (is_integer(text.dtype)) {
        GBX_ASSIGN_OR_RETURN(const Dim dim, parse_dim(element, *graph_.scope()));
        symbolic = symbolic || !dim.is_constant();
        GBX_ASSIGN_OR_RETURN(const int64_t value, bound(dim));
        dims.push_back(dim);
        values.push_back(static_cast<double>(value));
      } else {
        values.push_back(std::stod(element));
      }
    }
    if (symbolic) contents = dims;
    dispatch_all(text.dtype, [&]<class T>(T) {
      for (size_t i = 0; i < values.size(); ++i) {
        static_cast<T*>(literal.mutable_data())[i] = dims.empty() || symbolic ? convert<T>(values[i]) : convert<T>(dims[i].value());
      }
    });
    return {};
  }

  void fill(const CaseTensor& text, Literal& literal) {
    const bool integral = !is_float(text.dtype);
    std::pair<double, double> usual = integral ? std::pair(-4.0, 4.0) : std::pair(-2.0, 2.0);
    if (text.dtype == DType::kBool) usual = {0, 1};
    const auto [low, high] = text.range.value_or(usual);
    std::uniform_real_distribution<double> real(low, high);
    std::uniform_int_distribution<int64_t> whole(static_cast<int64_t>(low), static_cast<int64_t>(high));
    const int nan_in = elements_ == Elements::kSomeNan && !integral ? std::uniform_int_distribution<int>(2, 20)(random_) : 0;
    dispatch_all(text.dtype, [&]<class T>(T) {
      for (int64_t i = 0, n = literal.elements(); i < n; ++i) {
        T& element = static_cast<T*>(literal.mutable_data())[i];
        element = integral ? convert<T>(whole(random_)) : convert<T>(real(random_));
        if (nan_in > 0 && random_() % static_cast<uint32_t>(nan_in) == 0) element = convert<T>(std::numeric_limits<double>::quiet_NaN());
      }
    });
  }

  const OpDef& definition_;
  const OperatorCase& case_;
  const int round_;
  const bool constants_;
  const Elements elements_;
  std::mt19937 random_;
  Graph graph_{"case"};
  Node* node_ = nullptr;
  Binding binding_;
  std::vector<Literal> literals_;
};

/// Whether a recorded check holds; nullopt where it depends on extents known only after the run.
std::optional<bool> holds(const ShapeCheck& check, const Binding& binding) {
  const auto a = value_of(check.a, binding), b = value_of(check.b, binding);
  if (!a || !b) return std::nullopt;
  switch (check.kind) {
    case ShapeCheck::Kind::kEqual: return *a == *b;
    case ShapeCheck::Kind::kBroadcast: return *a == *b || *a == 1 || *b == 1;
    case ShapeCheck::Kind::kAtLeast: return *a >= *b;
  }
  return std::nullopt;
}

double tolerance(DType dtype) {
  switch (dtype) {
    case DType::kF16: return 4e-3;
    case DType::kBF16: return 3e-2;
    case DType::kF32: return 1e-4;
    case DType::kF64: return 1e-9;
    default: return 0;
  }
}

void expect_close(const Literal& actual, const Literal& expected) {
  ASSERT_EQ(actual.dtype(), expected.dtype());
  ASSERT_EQ(actual.dims(), expected.dims());
  const std::vector<double> a = actual.as_double(), b = expected.as_double();
  const double allowed = tolerance(expected.dtype());
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    ASSERT_LE(std::abs(a[i] - b[i]), allowed * (1 + std::abs(b[i]))) << "element " << i << ": " << a[i] << " instead of " << b[i];
  }
}

class OperatorCases : public testing::TestWithParam<Folder> {
 protected:
  static const OpRegistry& ops() {
    static const OpRegistry registry = OpRegistry::builtin();
    return registry;
  }
  static const KernelRegistry& kernels() {
    static const KernelRegistry registry = KernelRegistry::builtin();
    return registry;
  }

  static Result<std::vector<Literal>> run(const CaseGraph& made, const OpDef& definition, Node& node, bool reference_only) {
    std::vector<DType> types;
    for (int i = 0; i < node.outputs(); ++i) types.push_back(node.output(i) ? node.output(i)->type().dtype : DType::kUndefined);
    Evaluation evaluation;
    evaluation.op = definition.name();
    evaluation.domain = definition.domain();
    evaluation.version = node.version();
    evaluation.node_name = node.name();
    evaluation.attributes = &node.attributes();
    evaluation.inputs = made.literals();
    evaluation.output_types = types;
    evaluation.reference_only = reference_only;
    return evaluate(kernels(), evaluation);
  }

  /// The rule's type and contents of output `index` against what the reference wrote and what the case declares.
  static void check_output(CaseGraph& made, int index, const CaseTensor& declared, const Literal& result) {
    const Value& value = *made.node().output(index);
    EXPECT_EQ(value.type().dtype, declared.dtype) << "rule's element type of output " << index;
    ASSERT_EQ(result.dtype(), declared.dtype);
    if (declared.ranked) {
      const auto dims = made.declared(declared);
      ASSERT_TRUE(dims.ok()) << dims.status().message();
      ASSERT_EQ(result.dims().size(), dims->size()) << "rank of output " << index;
      for (size_t axis = 0; axis < dims->size(); ++axis) {
        if (!(*dims)[axis]) continue;
        EXPECT_EQ(result.dims()[axis], *(*dims)[axis]) << "output " << index << ", axis " << axis;
      }
    }
    if (value.type().ranked()) {
      ASSERT_EQ(value.type().rank(), static_cast<int64_t>(result.dims().size())) << "rule's rank of output " << index;
      for (int64_t axis = 0; axis < value.type().rank(); ++axis) {
        const auto extent = value_of(value.type().dim(axis), made.binding());
        if (!extent) continue;
        EXPECT_EQ(*extent, result.dims()[static_cast<size_t>(axis)]) << "rule: " << type_text(value.type()) << ", axis " << axis;
      }
    }
    if (declared.elements) {
      const std::vector<double> elements = result.as_double();
      ASSERT_EQ(elements.size(), declared.elements->size()) << "output " << index;
      for (size_t i = 0; i < elements.size(); ++i) {
        EXPECT_NEAR(elements[i], std::stod((*declared.elements)[i]), 1e-6) << "output " << index << ", element " << i;
      }
    }
    if (value.contents()) {
      const std::vector<double> elements = result.as_double();
      ASSERT_EQ(value.contents()->size(), elements.size()) << "rule's contents of output " << index;
      for (size_t i = 0; i < elements.size(); ++i) {
        const auto element = value_of((*value.contents())[i], made.binding());
        if (!element) continue;
        EXPECT_EQ(static_cast<double>(*element), elements[i]) << "rule's contents of output " << index << ", element " << i;
      }
    }
  }

  /// Every extent that the case declares must be one that the rule computes before the run.
  static void expect_decided(CaseGraph& made, int index, const CaseTensor& declared) {
    const TensorType& type = made.node().output(index)->type();
    ASSERT_TRUE(type.ranked() || !declared.ranked) << "rule leaves the rank of output " << index << " open";
    for (size_t axis = 0; axis < declared.dims.size(); ++axis) {
      if (declared.dims[axis] == "?") continue;
      const Dim extent = type.dim(static_cast<int64_t>(axis));
      EXPECT_TRUE(value_of(extent, made.binding()))
          << "rule leaves axis " << axis << " of output " << index << " open: " << type_text(type);
    }
  }

  /// The cost rule, where it is asked: for nodes whose ranks are all known.
  static void expect_cost(CaseGraph& made, const OpDef& definition) {
    const auto ranked = [](const Value* value) { return !value || value->type().ranked(); };
    if (!std::ranges::all_of(made.node().input_list(), ranked) || !std::ranges::all_of(made.node().output_list(), ranked)) return;
    const auto flops = value_of(definition.run_cost(CostContext(made.node(), made.graph())).flops, made.binding());
    EXPECT_GE(flops.value_or(0), 0);
  }

  static void check(const OpDef& definition, const OperatorCase& text, int round, bool constants) {
    CaseGraph made(definition, text, round, constants, static_cast<uint32_t>(text.line * 64 + round), Elements::kUsual);
    Status status = made.build();
    ASSERT_TRUE(status.ok()) << status.message();
    status = check_schema(made.node(), definition);
    if (status.ok()) status = infer_node(made.node(), made.graph(), ops());
    if (text.refused) {
      EXPECT_TRUE(!status.ok() || !run(made, definition, made.node(), true).ok()) << "neither the rule nor the reference refuses";
      return;
    }
    ASSERT_TRUE(status.ok()) << status.message();
    expect_cost(made, definition);
    std::string violated;
    for (const ShapeCheck& need : made.graph().checks()) {
      if (holds(need, made.binding()) == false) violated = need.message;
    }
    const auto expected = run(made, definition, made.node(), true);
    if (!violated.empty()) {
      EXPECT_FALSE(expected.ok()) << "the rule forbids what the reference does: " << violated;
      return;
    }
    ASSERT_TRUE(expected.ok()) << expected.status().message();
    for (int i = 0; i < made.node().outputs(); ++i) {
      if (!made.node().output(i)) continue;
      const CaseTensor& declared = text.outputs[static_cast<size_t>(i)];
      check_output(made, i, declared, (*expected)[static_cast<size_t>(i)]);
      if (constants) expect_decided(made, i, declared);
    }
    if (!definition.is_pure() && !text.attributes.has("seed")) return;
    const auto fast = run(made, definition, made.node(), false);
    ASSERT_TRUE(fast.ok()) << fast.status().message();
    for (int i = 0; i < made.node().outputs(); ++i) {
      if (made.node().output(i)) expect_close((*fast)[static_cast<size_t>(i)], (*expected)[static_cast<size_t>(i)]);
    }
  }

  static void check_nan(const OpDef& definition, const OperatorCase& text, int round) {
    CaseGraph made(definition, text, round, false, static_cast<uint32_t>(text.line * 64 + round), Elements::kSomeNan);
    Status status = made.build();
    if (status.ok()) status = infer_node(made.node(), made.graph(), ops());
    ASSERT_TRUE(status.ok()) << status.message();
    const auto expected = run(made, definition, made.node(), true), fast = run(made, definition, made.node(), false);
    ASSERT_EQ(fast.ok(), expected.ok()) << (fast.ok() ? expected : fast).status().message();
    for (int i = 0; expected.ok() && i < made.node().outputs(); ++i) {
      if (made.node().output(i)) expect_close((*fast)[static_cast<size_t>(i)], (*expected)[static_cast<size_t>(i)]);
    }
  }
};

/// Every case with elements that are not numbers: the kernel of choice agrees with the reference, both on what it writes and on refusing.
TEST_P(OperatorCases, KernelsTreatNanAsTheReference) {
  const auto definition = definitions().find(GetParam().name);
  ASSERT_NE(definition, definitions().end()) << "no op.cc";
  const auto cases = read_cases(GetParam().path + "/cases.txt");
  ASSERT_TRUE(cases.ok()) << cases.status().message();
  for (const OperatorCase& text : *cases) {
    if (text.refused || (!definition->second.is_pure() && !text.attributes.has("seed"))) continue;
    for (int round = 1; round < 8; ++round) {
      SCOPED_TRACE(GetParam().path + "/cases.txt:" + std::to_string(text.line) + ": " + text.text + "  (binding " + std::to_string(round) +
                   ")");
      check_nan(definition->second, text, round);
      if (HasFailure()) return;
    }
  }
}

/// Every case at several bindings of its symbols, 0 and 1 included: declared type == rule's type == what the reference writes, and
/// the kernel of choice agrees with the reference. Once with given elements known to the compiler and once without.
TEST_P(OperatorCases, RuleReferenceAndKernelsAgree) {
  const auto definition = definitions().find(GetParam().name);
  ASSERT_NE(definition, definitions().end()) << "no op.cc";
  const auto cases = read_cases(GetParam().path + "/cases.txt");
  ASSERT_TRUE(cases.ok()) << cases.status().message();
  ASSERT_FALSE(cases->empty());
  constexpr int kRounds = 6;
  for (const OperatorCase& text : *cases) {
    for (int round = 0; round < kRounds; ++round) {
      for (bool constants : {true, false}) {
        SCOPED_TRACE(GetParam().path + "/cases.txt:" + std::to_string(text.line) + ": " + text.text + "  (binding " +
                     std::to_string(round) + (constants ? ")" : ", elements unknown to the compiler)"));
        check(definition->second, text, round, constants);
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, OperatorCases, testing::ValuesIn(case_folders()), [](const auto& folder) { return folder.param.name; });

/// Internal operators exist only after lowering and are tested with their kernels; control flow needs bodies, which no line can hold.
TEST(OnnxOperators, HaveAReferenceAndCases) {
  const KernelRegistry kernels = KernelRegistry::builtin();
  std::map<std::string, bool> with_cases;
  for (const Folder& folder : case_folders()) with_cases[folder.name] = true;
  const Attributes none;
  for (const auto& [folder, definition] : definitions()) {
    if (definition.domain() == "gearbox" || std::filesystem::exists("src/ops/control/" + folder)) continue;
    const PrepareContext use{none, 17, {}, {}, {}};
    EXPECT_NE(kernels.select(definition.domain(), definition.name(), use, true), nullptr) << folder << " has no reference";
    const std::vector<AttributeDef>& attributes = definition.attributes();
    const bool has_bodies =
        std::any_of(attributes.begin(), attributes.end(), [](const AttributeDef& a) { return a.name == "gearbox.captures"; });
    EXPECT_TRUE(with_cases[folder] || has_bodies) << folder << " has no cases.txt";
  }
}

}  // namespace

}  // namespace gearbox::ops
