#include "ops/run/evaluate.h"

#include <optional>

namespace gearbox::ops {

namespace {

class HeapContext final : public KernelContext {
 public:
  HeapContext(const Evaluation& evaluation, ThreadPool& threads) : evaluation_(evaluation), threads_(threads) {
    for (const Literal& literal : evaluation.inputs) {
      tensors_.push_back({literal.dtype(), literal.dims(), const_cast<void*>(literal.data())});
    }
    results_.resize(evaluation.output_types.size());
  }

  int inputs() const override { return static_cast<int>(tensors_.size()); }
  int outputs() const override { return static_cast<int>(results_.size()); }
  bool has_input(int index) const override { return index < inputs() && tensors_[static_cast<size_t>(index)].dtype != DType::kUndefined; }
  const Tensor& input(int index) const override { return tensors_[static_cast<size_t>(index)]; }
  bool wants_output(int index) const override {
    return index < outputs() && evaluation_.output_types[static_cast<size_t>(index)] != DType::kUndefined;
  }
  DType output_dtype(int index) const override { return evaluation_.output_types[static_cast<size_t>(index)]; }

  Result<Tensor> output(int index, std::span<const int64_t> dims) override {
    const int64_t elements = element_count(dims);
    constexpr int64_t kMost = int64_t{1} << 33;
    if (elements < 0 || elements > kMost)
      return resource_exhausted("node '" + std::string(evaluation_.node_name) + "': the output is too large");
    const DType dtype = wants_output(index) ? output_dtype(index) : DType::kF64;
    Literal literal = allocate(dtype, dims);
    if (!wants_output(index)) {
      unwanted_.push_back(std::move(literal));
      return Tensor{dtype, unwanted_.back().dims(), unwanted_.back().mutable_data()};
    }
    Literal& slot = results_[static_cast<size_t>(index)];
    slot = std::move(literal);
    return Tensor{dtype, slot.dims(), slot.mutable_data()};
  }

  const Attributes& attributes() const override { return *evaluation_.attributes; }
  int version() const override { return evaluation_.version; }
  std::string_view node_name() const override { return evaluation_.node_name; }
  std::string_view input_name(int index) const override {
    constexpr std::string_view kNames[] = {"input 0", "input 1", "input 2", "input 3"};
    return index < 4 ? kNames[index] : "input";
  }
  const KernelState* state() const override { return state_.get(); }
  ThreadPool& threads() override { return threads_; }
  Result<void*> scratch(size_t bytes) override {
    scratch_ = Literal::allocate(DType::kU8, {static_cast<int64_t>(bytes)});
    return scratch_.mutable_data();
  }
  Result<std::vector<Tensor>> run_body(std::string_view, std::span<const Tensor>) override {
    return unsupported("node '" + std::string(evaluation_.node_name) + "' has a body and cannot be evaluated alone");
  }
  const void* code() const override { return nullptr; }

  void set_state(std::unique_ptr<KernelState> state) { state_ = std::move(state); }
  std::vector<Literal> take_results() { return std::move(results_); }
  std::span<const Tensor> tensors() const { return tensors_; }

 private:
  /// The operators of our own may write whole blocks of 8 channels (axis 1): there is room for them behind the elements.
  Literal allocate(DType dtype, std::span<const int64_t> dims) const {
    std::vector<int64_t> extents(dims.begin(), dims.end());
    if (evaluation_.domain != "gearbox" || dims.size() < 2) return Literal::allocate(dtype, std::move(extents));
    std::vector<int64_t> room = extents;
    room[1] = (room[1] + 7) / 8 * 8;
    auto owner = std::make_shared<Literal>(Literal::allocate(dtype, std::move(room)));
    return {dtype, std::move(extents), owner->data(), owner};
  }

  const Evaluation& evaluation_;
  ThreadPool& threads_;
  std::vector<Tensor> tensors_;
  std::vector<Literal> results_;
  std::vector<Literal> unwanted_;
  Literal scratch_;
  std::unique_ptr<KernelState> state_;
};

}  // namespace

Result<std::vector<Literal>> evaluate(const KernelRegistry& registry, const Evaluation& evaluation) {
  std::optional<ThreadPool> alone;
  if (!evaluation.threads) alone.emplace(1);
  HeapContext context(evaluation, evaluation.threads ? *evaluation.threads : *alone);
  std::vector<DType> types;
  std::vector<const Tensor*> constants;
  for (const Tensor& tensor : context.tensors()) {
    types.push_back(tensor.dtype);
    constants.push_back(tensor.dtype == DType::kUndefined ? nullptr : &tensor);
  }
  const PrepareContext use{*evaluation.attributes, evaluation.version, types, evaluation.output_types, constants};
  const Kernel* kernel = registry.select(evaluation.domain, evaluation.op, use, evaluation.reference_only);
  if (!kernel) return unsupported("no kernel for operator " + std::string(evaluation.op) + " with these element types");
  if (kernel->prepare) {
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<KernelState> state, kernel->prepare(use));
    context.set_state(std::move(state));
  }
  GBX_RETURN_IF_ERROR(kernel->run(context));
  return context.take_results();
}

}  // namespace gearbox::ops
