#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "api/c/call_inputs.h"
#include "api/c/described_model.h"
#include "api/shape_trace.h"
#include "base/status.h"
#include "gearbox/tensor.h"
#include "runtime/context.h"

namespace gearbox::c {

/// What the results of a run in a context's memory live on.
struct RunTicket {
  std::shared_ptr<const void> keeper;                           ///< the context; null: no results
  std::shared_ptr<const std::atomic<uint64_t>> runs = nullptr;  ///< runs begun on it; null: it is the dataset's alone
  uint64_t run = 0;

  bool valid() const { return !runs || *runs == run; }
};

/// The tensors of one call as a gbx_dataset holds them. One thread at a time; a run takes it for itself.
class CallTensors {
 public:
  explicit CallTensors(std::shared_ptr<const DescribedModel> model);

  const DescribedModel& model() const { return *model_; }
  /// The inputs, unless a run uses them.
  Result<CallInputs*> inputs();
  Status set_output(size_t index, void* data, size_t capacity);
  Result<gbx_tensor> result(size_t index) const;
  /// What served the last run.
  Result<GearChoice> choice() const;

  /// Takes the tensors for a run; an error where another run has them.
  Status take();
  void give_back() { taken_ = false; }

  /// Gives back what was taken when the run ends, however it does.
  class Taken {
   public:
    explicit Taken(CallTensors& tensors) : tensors_(tensors) {}
    ~Taken() { tensors_.give_back(); }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

   private:
    CallTensors& tensors_;
  };

  /// Gives up the results of the last run.
  void forget_results() { ticket_ = {}; }
  /// Runs on a context that nobody else uses meanwhile; its results live on the ticket. `trace` may be null.
  Status run(Context& context, RunTicket ticket, ShapeTrace* trace = nullptr);

 private:
  struct Output {
    std::vector<int64_t> dims;
    gbx_tensor tensor = {};
    bool of_context = false;      ///< the data is valid until the context's next run
    std::vector<std::byte> copy;  ///< of an input that is passed through
  };
  Status check_idle() const;
  Status check_results() const;
  Status check_apart(std::span<const Tensor> inputs) const;
  void keep_results(std::span<const Tensor> results);

  std::shared_ptr<const DescribedModel> model_;
  CallInputs inputs_;
  std::vector<OutputBuffer> buffers_;
  std::vector<Output> outputs_;
  RunTicket ticket_;
  GearChoice choice_;
  std::atomic<bool> taken_ = false;
};

}  // namespace gearbox::c
