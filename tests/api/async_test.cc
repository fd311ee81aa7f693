#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "api/capi_test_support.h"

namespace gearbox::testing {
namespace {

TEST(CApi, AsyncRunsComeInOrder) {
  const Model model = load("fixed");
  Context context(model);
  const std::vector<float> x = iota(6);
  std::vector<Dataset> datasets;
  std::vector<std::vector<float>> results(20, std::vector<float>(6));
  std::vector<std::future<void>> ends;
  for (size_t i = 0; i < results.size(); ++i) {
    datasets.emplace_back(model);
    datasets.back().input(0, view(x.data(), {2, 3}));
    datasets.back().output_buffer(0, results[i].data(), 24);
  }
  for (Dataset& dataset : datasets) ends.push_back(context.run_async(dataset));
  ends.back().wait();
  for (std::future<void>& end : ends) EXPECT_EQ(end.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  for (const std::vector<float>& result : results) EXPECT_EQ(result[5], -5);
  Dataset wrong(model);
  EXPECT_EQ(error_of([&] { context.run_async(wrong).get(); }), "invalid_argument: input 'x' is not given; the model takes\n  x = f32[2,3]");
}

/// A run whose end waits for the test.
struct Held {
  std::mutex mutex;
  std::condition_variable changed;
  bool begun = false, released = false;
  static void done(void* user, gbx_status* status) {
    auto* self = static_cast<Held*>(user);
    std::unique_lock lock(self->mutex);
    self->begun = true;
    self->changed.notify_all();
    self->changed.wait(lock, [&] { return self->released; });
    gbx_status_free(status);
  }
};

TEST(CApi, ADatasetInUseIsLeftAlone) {
  const Model model = load("fixed");
  Context context(model);
  const std::vector<float> x = iota(6);
  Dataset first(model), second(model);
  first.input(0, view(x.data(), {2, 3}));
  second.input(0, view(x.data(), {2, 3}));
  Held held;
  check(gbx_context_run_async(context.c(), first.c(), Held::done, &held));
  std::future<void> end = context.run_async(second);  // waits behind the first
  const std::string in_use = "invalid_argument: the dataset is in use by a run that has not ended";
  EXPECT_EQ(error_of([&] { second.input(0, view(x.data(), {2, 3})); }), in_use);
  EXPECT_EQ(error_of([&] { second.output_buffer(0, nullptr, 0); }), in_use);
  EXPECT_EQ(error_of([&] { second.output(0); }), in_use);
  EXPECT_EQ(error_of([&] { context.run(second); }), in_use);
  EXPECT_EQ(error_of([&] { context.run_async(second); }), in_use);
  {
    std::unique_lock lock(held.mutex);
    held.changed.wait(lock, [&] { return held.begun; });
    held.released = true;
    held.changed.notify_all();
  }
  end.get();
  EXPECT_EQ(error_of([&] { second.output(0); }), "ok");
}

TEST(CApi, FreeingAContextWaitsForItsRuns) {
  const Model model = load("fixed");
  const std::vector<float> x = iota(6);
  std::atomic<int> ended = 0;
  std::vector<Dataset> datasets;
  for (int i = 0; i < 8; ++i) {
    datasets.emplace_back(model);
    datasets.back().input(0, view(x.data(), {2, 3}));
  }
  {
    Context context(model);
    for (Dataset& dataset : datasets) {
      check(gbx_context_run_async(
          context.c(), dataset.c(),
          [](void* user, gbx_status* status) {
            gbx_status_free(status);
            ++*static_cast<std::atomic<int>*>(user);
          },
          &ended));
    }
  }
  EXPECT_EQ(ended, 8);
}

/// Frees everything from the end of a run.
struct Suicide {
  gbx_context* context;
  gbx_dataset* dataset;
  std::promise<std::string> end;
  static void done(void* user, gbx_status* status) {
    auto* self = static_cast<Suicide*>(user);
    gbx_context_free(self->context);
    gbx_tensor result;
    const std::string error = error_of(gbx_dataset_output(self->dataset, 0, &result));
    gbx_dataset_free(self->dataset);
    self->end.set_value(error + error_of(status));
  }
};

TEST(CApi, ARunsEndMayFreeEverything) {
  const std::vector<float> x = iota(6);
  Suicide all;
  {
    const Model model = load("fixed");
    check(gbx_context_create(model.c(), nullptr, &all.context));
    check(gbx_dataset_create(model.c(), &all.dataset));
  }
  const int64_t dims[] = {2, 3};
  const gbx_tensor input = {GBX_F32, 2, dims, const_cast<float*>(x.data()), 24};
  check(gbx_dataset_set_input(all.dataset, 0, &input));
  std::future<std::string> end = all.end.get_future();
  check(gbx_context_run_async(all.context, all.dataset, Suicide::done, &all));
  EXPECT_EQ(end.get(), "okok");
}

/// Runs of `threads` threads, each on contexts as `context_of` gives them, with results in the caller's memory.
void run_from_threads(const Model& model, const std::function<Context&(int)>& context_of, int threads) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> team;
  for (int t = 0; t < threads; ++t) {
    team.emplace_back([&, t] {
      Context& context = context_of(t);
      for (int i = 0; i < 200; ++i) {
        const int64_t width = 1 + (t * 7 + i) % 13;
        const std::vector<float> x(static_cast<size_t>(3 * width), static_cast<float>(t + 1));
        std::vector<float> y(static_cast<size_t>(2 * width));
        Dataset dataset(model);
        dataset.input(0, view(x.data(), {1, 3, 1, width}));
        dataset.output_buffer(0, y.data(), y.size() * sizeof(float));
        context.run(dataset);
        if (dataset.output(0).dims.back() != width || y[static_cast<size_t>(width) - 1] != static_cast<float>(6 * (t + 1))) ++wrong;
      }
    });
  }
  for (std::thread& thread : team) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(CApi, Acceptance108_ThreadsOnOneContextComeAfterEachOther) {
  const Model model = load("conv");
  Context shared(model);
  run_from_threads(model, [&](int) -> Context& { return shared; }, 4);
}

TEST(CApi, ThreadsOnContextsOfTheirOwnShareAPool) {
  const ThreadPool pool(2);
  const Model model(Package::compile(model_path("conv")), pool);
  std::vector<Context> contexts;
  for (int t = 0; t < 4; ++t) contexts.emplace_back(model);
  run_from_threads(model, [&](int t) -> Context& { return contexts[static_cast<size_t>(t)]; }, 4);
}

}  // namespace
}  // namespace gearbox::testing
