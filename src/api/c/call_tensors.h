#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/c/described_model.h"
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

/// The tensors of one call as a gbx_dataset holds them. One thread at a time, which lock() makes sure of.
class CallTensors {
 public:
  explicit CallTensors(std::shared_ptr<const DescribedModel> model);

  const DescribedModel& model() const { return *model_; }
  Status set_input(size_t index, const gbx_tensor& tensor);
  Status set_output(size_t index, void* data, size_t capacity);
  Result<gbx_tensor> result(size_t index) const;

  /// The error of using a dataset while a run uses it.
  Status check_idle() const;
  /// Takes the dataset for a run; an error where another run has it.
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
  /// Runs on a context that nobody else uses meanwhile; its results live on the ticket.
  Status run(Context& context, RunTicket ticket);

 private:
  struct Input {
    bool given = false;
    DType dtype = DType::kUndefined;
    std::vector<int64_t> dims;
    void* data = nullptr;
    size_t capacity = 0;
  };
  struct Output {
    std::vector<int64_t> dims;
    gbx_tensor tensor = {};
    bool of_context = false;      ///< the data is valid until the context's next run
    std::vector<std::byte> copy;  ///< of an input that is passed through
  };
  Status check_apart() const;
  void keep_results(std::span<const Tensor> results);

  std::shared_ptr<const DescribedModel> model_;
  std::vector<Input> inputs_;
  std::vector<OutputBuffer> buffers_;
  std::vector<Tensor> tensors_;
  std::vector<Output> outputs_;
  RunTicket ticket_;
  std::atomic<bool> taken_ = false;
};

}  // namespace gearbox::c
