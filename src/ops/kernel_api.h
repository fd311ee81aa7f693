#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attributes.h"
#include "base/dtype.h"
#include "base/status.h"
#include "base/thread_pool.h"

namespace gearbox {

/// A tensor during a run: dense (plain or blocked as the program says), extents as of this call. Memory is owned elsewhere, never null.
struct Tensor {
  DType dtype = DType::kUndefined;
  std::span<const int64_t> dims;
  void* data = nullptr;

  int rank() const { return static_cast<int>(dims.size()); }
  int64_t elements() const { return element_count(dims); }
  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

class KernelContext;
class KernelState;

/// Runs a step whose extents are the same in every run, by the addresses of its operands: the inputs, then the outputs, null where left
/// out. `context` gives threads, scratch memory, compiled code and the words of errors.
using FixedRun = Status (*)(const KernelState& state, void* const* operands, KernelContext& context);

/// Per-step state a kernel builds once at load time from attributes and constants (parsed parameters, tables). Immutable during runs
/// and shared by all contexts.
class KernelState {
 public:
  virtual ~KernelState() = default;
  /// Set where PrepareContext::fixed() allows a shorter way than Kernel::run; null elsewhere.
  FixedRun run_fixed = nullptr;
  /// Of a kernel with several algorithms the name of the one that inputs of these extents get; empty where there is but one.
  virtual std::string algorithm([[maybe_unused]] std::span<const Tensor> inputs) const { return {}; }
};

/// What a kernel sees during one run of its step. Implemented by the executor. One context is used by one thread at a time.
class KernelContext {
 public:
  virtual ~KernelContext() = default;

  virtual int inputs() const = 0;
  virtual int outputs() const = 0;
  virtual bool has_input(int index) const = 0;  ///< false: left out or beyond the last
  virtual const Tensor& input(int index) const = 0;
  virtual bool wants_output(int index) const = 0;
  virtual DType output_dtype(int index) const = 0;
  /// The memory of output `index` for these extents: planned, or taken from the pool now. Every kernel calls this once for each
  /// wanted output before it writes. Fails where the extents contradict the plan or the memory cap is reached. The tensor stays
  /// valid until the step ends. For an unwanted output the tensor points to scratch that is thrown away.
  virtual Result<Tensor> output(int index, std::span<const int64_t> dims) = 0;

  /// The extents of output `index` as far as the plan has them before the step runs, -1 where only the step decides; nullopt where
  /// even the rank is not known.
  virtual std::optional<std::vector<int64_t>> planned_dims([[maybe_unused]] int index) const { return std::nullopt; }

  virtual const Attributes& attributes() const = 0;
  virtual int version() const = 0;                 ///< opset version of the node
  virtual std::string_view node_name() const = 0;  ///< for messages
  virtual std::string_view input_name(int index) const = 0;
  virtual const KernelState* state() const = 0;
  virtual ThreadPool& threads() = 0;
  /// At least `bytes` bytes, 64-byte aligned, valid until the step ends; contents undefined. One block per step: ask once.
  virtual Result<void*> scratch(size_t bytes) = 0;

  /// Tells who runs the program which branch a Case takes before it does, -1 for none of its gears. An error ends the step.
  virtual Status branch_chosen([[maybe_unused]] int32_t gear) { return {}; }
  /// Runs nested graph `body` on the inputs; the results stay valid until the next run of a body of the same step.
  virtual Result<std::vector<Tensor>> run_body(std::string_view body, std::span<const Tensor> inputs) = 0;
  /// The compiled loop of a fused node (see package/code_image.h); null elsewhere.
  virtual const void* code() const = 0;

  /// An error that names the node.
  Status error(std::string message) const;
};

/// What is known when a step is prepared.
struct PrepareContext {
  const Attributes& attributes;
  int version;
  std::span<const DType> inputs;  ///< kUndefined where left out
  std::span<const DType> outputs;
  std::span<const Tensor* const> constants;  ///< per input: the constant, or null
  /// Per input and per output: its element type and extents where these are the same in every run, without data; else null. Empty where
  /// nothing is known.
  std::span<const Tensor* const> fixed_inputs = {}, fixed_outputs = {};
  size_t constant_bytes = 0;  ///< of constants that one run of the program reads, tables of which it reads some rows left out

  /// Whether the extents of all inputs and outputs are the same in every run.
  bool fixed() const {
    const auto known = [](const Tensor* tensor) { return tensor != nullptr; };
    return fixed_inputs.size() == inputs.size() && fixed_outputs.size() == outputs.size() && std::ranges::all_of(fixed_inputs, known) &&
           std::ranges::all_of(fixed_outputs, known);
  }
};

using KernelRun = Status (*)(KernelContext&);

/// One implementation of an operator. Its texts are literals: making a registry copies none.
struct Kernel {
  std::string_view op;
  std::string_view domain = {};
  std::string_view name = {};  ///< "reference", or what distinguishes a fast kernel
  KernelRun run = nullptr;
  /// Whether this kernel serves these types and attributes; null: always.
  bool (*supports)(const PrepareContext&) = nullptr;
  /// Builds the state; null: no state.
  Result<std::unique_ptr<KernelState>> (*prepare)(const PrepareContext&) = nullptr;
};

/// Kernels by operator, in order of preference. Built once by KernelRegistry::builtin() from the generated list; then immutable.
class KernelRegistry {
 public:
  static KernelRegistry builtin();
  /// A fast kernel: preferred to those added for the same operator later, and to the reference.
  void add(const Kernel& kernel);
  /// The plain definition of the operator. Exactly one per operator.
  void add_reference(Kernel kernel);
  /// The first fast kernel that supports this use, else the reference; null where the operator is unknown.
  const Kernel* select(std::string_view domain, std::string_view op, const PrepareContext& use, bool reference_only = false) const;
  /// All kernels of the operator in the order in which select() asks them; valid as long as this object.
  std::vector<const Kernel*> all(std::string_view domain, std::string_view op) const;

 private:
  enum class Kind : bool { kFast, kReference };
  /// A kernel and the next one of operators that share its chain, -1: none.
  struct Link {
    Kernel kernel;
    Kind kind;
    int32_t next = -1;
  };
  struct Chain {
    int32_t first = -1, last = -1;
  };
  static constexpr size_t kChains = 512;

  static size_t chain_of(std::string_view op) { return std::hash<std::string_view>()(op) % kChains; }
  void append(const Kernel& kernel, Kind kind);
  /// The operator's next kernel in its chain, `link` itself included; null at the end.
  const Link* find(int32_t link, std::string_view domain, std::string_view op) const;

  std::vector<Link> links_;  ///< in the order of adding, as are chains
  std::vector<Chain> chains_ = std::vector<Chain>(kChains);
};

}  // namespace gearbox
