#include <gtest/gtest.h>

#include <deque>

#include "ir/text.h"
#include "ops/kernel_api.h"
#include "ops/op_def.h"
#include "shape/infer.h"

namespace gearbox::ops {

namespace {

std::unique_ptr<Graph> inferred(std::string_view text) {
  static const OpRegistry registry = OpRegistry::builtin();
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().message();
  if (!graph.ok()) return std::make_unique<Graph>("none");
  const Status status = infer_shapes(**graph, registry);
  EXPECT_TRUE(status.ok()) << status.message();
  return std::move(graph).value();
}

std::string type_of_output(const Graph& graph, size_t index) { return type_text(graph.outputs()[index]->type()); }

/// Runs a graph by its reference kernels on heap memory, bodies included.
class Interpreter final : public KernelContext {
 public:
  static Result<std::vector<Literal>> run(const Graph& graph, std::span<const Literal> inputs) {
    static const KernelRegistry kernels = KernelRegistry::builtin();
    ThreadPool alone(1);
    std::map<const Value*, Literal> values;
    for (size_t i = 0; i < inputs.size(); ++i) values[graph.inputs()[i]] = inputs[i];
    for (Value* value : graph.values()) {
      if (value->is_constant()) values[value] = value->constant();
    }
    for (Node* node : graph.nodes()) {
      Interpreter context(*node, values, alone);
      const PrepareContext use{node->attributes(), node->version(), {}, {}, {}};
      const Kernel* kernel = kernels.select(node->domain(), node->op(), use, true);
      if (!kernel) return unsupported("no kernel for " + node->op());
      GBX_RETURN_IF_ERROR(kernel->run(context));
      for (int i = 0; i < node->outputs(); ++i) values[node->output(i)] = context.outputs_[static_cast<size_t>(i)];
    }
    std::vector<Literal> out;
    for (const Value* value : graph.outputs()) out.push_back(values.at(value));
    return out;
  }

  int inputs() const override { return node_.inputs(); }
  int outputs() const override { return node_.outputs(); }
  bool has_input(int index) const override { return node_.input(index) != nullptr; }
  const Tensor& input(int index) const override { return tensors_[static_cast<size_t>(index)]; }
  bool wants_output(int index) const override { return node_.output(index) != nullptr; }
  DType output_dtype(int index) const override { return node_.output(index)->type().dtype; }
  Result<Tensor> output(int index, std::span<const int64_t> dims) override {
    Literal& slot = outputs_[static_cast<size_t>(index)];
    slot = Literal::allocate(output_dtype(index), {dims.begin(), dims.end()});
    return Tensor{slot.dtype(), slot.dims(), slot.mutable_data()};
  }
  std::optional<std::vector<int64_t>> planned_dims(int index) const override {
    const TensorType& type = node_.output(index)->type();
    if (!type.ranked()) return std::nullopt;
    std::vector<int64_t> dims;
    for (const Dim& dim : *type.shape) dims.push_back(dim.is_constant() ? dim.value() : -1);
    return dims;
  }
  const Attributes& attributes() const override { return node_.attributes(); }
  int version() const override { return node_.version(); }
  std::string_view node_name() const override { return node_.name(); }
  std::string_view input_name(int index) const override { return node_.input(index)->name(); }
  const KernelState* state() const override { return nullptr; }
  ThreadPool& threads() override { return threads_; }
  Result<void*> scratch(size_t) override { return unsupported("scratch"); }
  Result<std::vector<Tensor>> run_body(std::string_view body, std::span<const Tensor> inputs) override {
    std::vector<Literal> literals;
    for (const Tensor& tensor : inputs) {
      literals.push_back(Literal::allocate(tensor.dtype, {tensor.dims.begin(), tensor.dims.end()}));
      std::copy_n(tensor.as<char>(), literals.back().bytes(), static_cast<char*>(literals.back().mutable_data()));
    }
    GBX_ASSIGN_OR_RETURN(results_, run(*node_.body(body), literals));
    std::vector<Tensor> out;
    for (Literal& result : results_) out.push_back({result.dtype(), result.dims(), result.mutable_data()});
    return out;
  }
  const void* code() const override { return nullptr; }

 private:
  Interpreter(const Node& node, const std::map<const Value*, Literal>& values, ThreadPool& threads) : node_(node), threads_(threads) {
    for (const Value* value : node.input_list()) {
      held_.push_back(value ? values.at(value) : Literal());
      tensors_.push_back({held_.back().dtype(), held_.back().dims(), held_.back().mutable_data()});
    }
    outputs_.resize(static_cast<size_t>(node.outputs()));
  }

  const Node& node_;
  ThreadPool& threads_;
  std::deque<Literal> held_;
  std::vector<Tensor> tensors_;
  std::vector<Literal> outputs_, results_;
};

Literal floats(std::vector<int64_t> dims, std::vector<float> values) {
  return Literal::of<float>(std::move(dims), std::span<const float>(values));
}

void expect_floats(const Literal& actual, const std::vector<int64_t>& dims, const std::vector<float>& values) {
  EXPECT_EQ(actual.dims(), dims);
  const auto elements = actual.values<float>();
  EXPECT_EQ(std::vector<float>(elements.begin(), elements.end()), values);
}

constexpr std::string_view kChoice = R"(graph @main(%c: bool[], %x: f32[N,2], %z: f32[M,2]) -> (%same, %other) given N >= 0, M >= 0 {
  %same, %other = If(%c, %x, %z) {gearbox.captures=2} {
    then_branch = graph @then(%x: f32[*], %z: f32[*]) -> (%a, %z) {
      %a = Neg(%x)
    }
    else_branch = graph @else(%x: f32[*], %z: f32[*]) -> (%x, %b) {
      %b = Concat(%z, %z) {axis=0}
    }
  }
})";

TEST(Control, IfKeepsWhatBothBranchesShare) {
  const auto graph = inferred(kChoice);
  EXPECT_EQ(type_of_output(*graph, 0), "f32[N,2]");
  EXPECT_EQ(graph->outputs()[1]->type().dim(1), Dim(2));
  const auto late = graph->outputs()[1]->type().dim(0).symbol();
  ASSERT_TRUE(late.has_value()) << type_of_output(*graph, 1);
  EXPECT_NE(type_of_output(*graph, 1), "f32[M,2]");
}

TEST(Control, IfRunsOneBranch) {
  const auto graph = inferred(kChoice);
  const Literal x = floats({1, 2}, {1, 2}), z = floats({1, 2}, {3, 4});
  for (bool condition : {true, false}) {
    const Literal inputs[] = {Literal::scalar(condition), x, z};
    const auto results = Interpreter::run(*graph, inputs);
    ASSERT_TRUE(results.ok()) << results.status().message();
    if (condition) {
      expect_floats((*results)[0], {1, 2}, {-1, -2});
      expect_floats((*results)[1], {1, 2}, {3, 4});
    } else {
      expect_floats((*results)[0], {1, 2}, {1, 2});
      expect_floats((*results)[1], {2, 2}, {3, 4, 3, 4});
    }
  }
}

TEST(Control, IfWithAKnownConditionHasTheTypeOfItsBranch) {
  const auto graph = inferred(R"(graph @main(%x: f32[N]) -> (%y) given N >= 0 {
  @yes = bool[]{1}
  %y = If(@yes, %x) {gearbox.captures=1} {
    then_branch = graph @then(%x: f32[*]) -> (%a) { %a = Concat(%x, %x) {axis=0} }
    else_branch = graph @else(%x: f32[*]) -> (%x) {}
  }
})");
  EXPECT_EQ(type_of_output(*graph, 0), "f32[2*N]");
}

TEST(Control, IfKeepsExtentsOfBodiesInside) {
  const auto graph = inferred(R"(graph @main(%c: bool[], %x: f32[N]) -> (%y) given N >= 0 {
  %y = If(%c, %x) {gearbox.captures=1} {
    then_branch = graph @then(%x: f32[*]) -> (%a) { %a = NonZero(%x) }
    else_branch = graph @else(%x: f32[*]) -> (%a) { %a = NonZero(%x) }
  }
})");
  const TensorType& type = graph->outputs()[0]->type();
  EXPECT_EQ(type.dim(0), Dim(1));
  const TensorType& inner = graph->nodes()[0]->body("then_branch")->outputs()[0]->type();
  EXPECT_FALSE(type.dim(1) == inner.dim(1)) << type_text(type);
}

/// Sums x up M times, and keeps each sum; the body never stops by itself.
constexpr std::string_view kSum = R"(graph @main(%m: i64[], %x: f32[N]) -> (%last, %all) given N >= 0 {
  %last, %all = Loop(%m, _, %x, %x) {gearbox.captures=1} {
    body = graph @body(%i: i64[*], %c: bool[*], %sum: f32[*], %x: f32[*]) -> (%c, %next, %next) {
      %next = Add(%sum, %x)
    }
  }
})";

TEST(Control, LoopKeepsInvariantExtents) {
  const auto graph = inferred(kSum);
  EXPECT_EQ(type_of_output(*graph, 0), "f32[N]");
  const TensorType& all = graph->outputs()[1]->type();
  ASSERT_EQ(all.rank(), 2);
  EXPECT_EQ(type_text(tensor_type(DType::kF32, {all.dim(1)})), "f32[N]");
  EXPECT_TRUE(all.dim(0).symbol().has_value());
}

TEST(Control, LoopCountsKnownTrips) {
  const auto graph = inferred(R"(graph @main(%s: f32[T,2], %x: f32[N]) -> (%last, %all) given T >= 0, N >= 0 {
  %shape = Shape(%s)
  @zero = i64[]{0}
  %m = Gather(%shape, @zero)
  %last, %all = Loop(%m, _, %x) {gearbox.captures=0} {
    body = graph @body(%i: i64[*], %c: bool[*], %sum: f32[*]) -> (%c, %next, %next) { %next = Add(%sum, %sum) }
  }
})");
  EXPECT_EQ(type_of_output(*graph, 1), "f32[T,N]");
}

TEST(Control, LoopStacksItsScanOutputs) {
  const auto graph = inferred(kSum);
  const Literal inputs[] = {Literal::scalar<int64_t>(3), floats({2}, {1, 10})};
  const auto results = Interpreter::run(*graph, inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  expect_floats((*results)[0], {2}, {4, 40});
  expect_floats((*results)[1], {3, 2}, {2, 20, 3, 30, 4, 40});
}

TEST(Control, LoopWithoutTripsReturnsWhatItGot) {
  const auto graph = inferred(kSum);
  const Literal inputs[] = {Literal::scalar<int64_t>(0), floats({2}, {1, 10})};
  const auto results = Interpreter::run(*graph, inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  expect_floats((*results)[0], {2}, {1, 10});
  EXPECT_EQ((*results)[1].dims()[0], 0);
  EXPECT_EQ((*results)[1].dims().size(), 2u);
}

/// Two carried values that change places, one of which grows.
constexpr std::string_view kGrow = R"(graph @main(%m: i64[], %a: f32[N,3], %b: f32[N,3]) -> (%x, %y) given N >= 0 {
  @go = bool[]{1}
  %x, %y = Loop(%m, @go, %a, %b) {gearbox.captures=0} {
    body = graph @body(%i: i64[*], %c: bool[*], %p: f32[*], %q: f32[*]) -> (%c, %q, %r) {
      %r = Concat(%p, %q) {axis=0}
    }
  }
})";

TEST(Control, LoopWidensExtentsThatGrow) {
  const auto graph = inferred(kGrow);
  for (size_t i : {0, 1}) {
    const TensorType& type = graph->outputs()[i]->type();
    ASSERT_TRUE(type.ranked());
    EXPECT_TRUE(type.dim(0).symbol().has_value()) << type_text(type);
    EXPECT_EQ(type.dim(1), Dim(3));
    EXPECT_NE(type_text(type), "f32[N,3]");
  }
}

TEST(Control, LoopCarriesValuesThatChangePlaces) {
  const auto graph = inferred(kGrow);
  const Literal inputs[] = {Literal::scalar<int64_t>(2), floats({1, 3}, {1, 1, 1}), floats({1, 3}, {2, 2, 2})};
  const auto results = Interpreter::run(*graph, inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  expect_floats((*results)[0], {2, 3}, {1, 1, 1, 2, 2, 2});
  expect_floats((*results)[1], {3, 3}, {2, 2, 2, 1, 1, 1, 2, 2, 2});
}

TEST(Control, LoopGivesUpTheRankThatGrows) {
  const auto graph = inferred(R"(graph @main(%m: i64[], %a: f32[N]) -> (%x) given N >= 0 {
  @zero = i64[1]{0}
  %x = Loop(%m, _, %a, @zero) {gearbox.captures=1} {
    body = graph @body(%i: i64[*], %c: bool[*], %p: f32[*], %z: i64[*]) -> (%c, %q) { %q = Unsqueeze(%p, %z) }
  }
})");
  EXPECT_FALSE(graph->outputs()[0]->type().ranked());
}

TEST(Control, LoopStopsByItsCondition) {
  const auto graph = inferred(R"(graph @main(%x: f32[]) -> (%y) {
  @go = bool[]{1}
  @limit = f32[]{100}
  %y = Loop(_, @go, %x, @limit) {gearbox.captures=1} {
    body = graph @body(%i: i64[*], %c: bool[*], %p: f32[*], %limit: f32[*]) -> (%below, %q) {
      %q = Add(%p, %p)
      %below = Less(%q, %limit)
    }
  }
})");
  const Literal inputs[] = {Literal::scalar(3.0f)};
  const auto results = Interpreter::run(*graph, inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  expect_floats((*results)[0], {}, {192});
}

/// The running sum of the columns of x from the last to the first, stacked as columns.
constexpr std::string_view kScan = R"(graph @main(%start: f32[H], %x: f32[H,T], %w: f32[]) -> (%last, %all) given H >= 0, T >= 0 {
  %last, %all = Scan(%start, %x, %w) {num_scan_inputs=1, scan_input_axes=[1], scan_input_directions=[1], scan_output_axes=[-1], scan_output_directions=[1], gearbox.captures=1} {
    body = graph @body(%sum: f32[*], %column: f32[*], %w: f32[*]) -> (%next, %next) {
      %scaled = Mul(%column, %w)
      %next = Add(%sum, %scaled)
    }
  }
})";

TEST(Control, ScanHasAColumnForEachSlice) {
  const auto graph = inferred(kScan);
  EXPECT_EQ(type_of_output(*graph, 0), "f32[H]");
  EXPECT_EQ(type_of_output(*graph, 1), "f32[H,T]");
}

TEST(Control, ScanRunsBackwardsWhereAsked) {
  const auto graph = inferred(kScan);
  const Literal inputs[] = {floats({2}, {0, 1}), floats({2, 3}, {1, 2, 3, 10, 20, 30}), Literal::scalar(2.0f)};
  const auto results = Interpreter::run(*graph, inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  expect_floats((*results)[0], {2}, {12, 121});
  expect_floats((*results)[1], {2, 3}, {12, 10, 6, 121, 101, 61});
}

TEST(Control, ScanOverNothingReturnsItsStates) {
  const auto graph = inferred(kScan);
  const Literal inputs[] = {floats({2}, {5, 6}), floats({2, 0}, {}), Literal::scalar(2.0f)};
  const auto results = Interpreter::run(*graph, inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  expect_floats((*results)[0], {2}, {5, 6});
  EXPECT_EQ((*results)[1].elements(), 0);
}

}  // namespace

}  // namespace gearbox::ops
