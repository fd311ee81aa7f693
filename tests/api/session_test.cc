#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "api/capi_test_support.h"

namespace gearbox::testing {
namespace {

/// Runs graph `id`, a "fixed", and gives its last result: -5 where all is well.
float run_fixed(Session& session, uint32_t id) {
  const Model model = session.model(id);
  Dataset dataset(model);
  const std::vector<float> x = iota(6);
  dataset.input(0, view(x.data(), {2, 3}));
  session.run(id, dataset);
  return values<float>(dataset.output(0)).back();
}

TEST(Session, Acceptance083_GraphsOfAnyNumberCoexist) {
  Session session;
  session.add_graph(0, model_path("fixed"));
  session.add_graph(1, model_path("conv"), {{"ge.inputShape", "x:-1,3,-1,-1"}});
  session.add_graph(4000000000, model_path("fixed"));
  const std::string relu = relu_onnx();
  session.add_graph_memory(2, relu.data(), relu.size());
  EXPECT_EQ(session.model(2).inputs()[0].type, "f32[N,4]");
  EXPECT_EQ(run_fixed(session, 4000000000), -5);
  session.remove(4000000000);
  EXPECT_EQ(run_fixed(session, 0), -5);
}

TEST(Session, Acceptance084_ANumberInUseIsRefused) {
  Session session;
  session.add_graph(7, model_path("fixed"));
  EXPECT_EQ(error_of([&] { session.add_graph(7, model_path("conv")); }),
            "invalid_argument: graph 7 is in the session already; remove it before another takes its number");
  EXPECT_EQ(run_fixed(session, 7), -5);
  session.remove(7);
  session.add_graph(7, model_path("conv"));
  EXPECT_EQ(session.model(7).inputs()[0].type, "f32[N,3,H,W]");
}

TEST(Session, Acceptance085_CompileLoadAndRunAreSeparateSteps) {
  Session session;
  session.add_graph(3, model_path("fixed"));
  EXPECT_EQ(session.state(3), GBX_GRAPH_ADDED);
  session.compile(3);
  session.compile(3);
  EXPECT_EQ(session.state(3), GBX_GRAPH_COMPILED);
  session.load(3);
  session.load(3);
  EXPECT_EQ(session.state(3), GBX_GRAPH_LOADED);
  EXPECT_EQ(run_fixed(session, 3), -5);
}

TEST(Session, Acceptance082_StatesTellWhatIsToBeDone) {
  Session session;
  session.add_graph(3, model_path("fixed"));
  EXPECT_EQ(run_fixed(session, 3), -5);  // compiles and loads by itself
  EXPECT_EQ(session.state(3), GBX_GRAPH_LOADED);
  session.add_graph(4, model_path("fixed"));
  session.load(4);
  EXPECT_EQ(session.state(4), GBX_GRAPH_LOADED);
}

TEST(Session, Acceptance078_WhatFailsLeavesNothingBehind) {
  Session session;
  EXPECT_EQ(error_of([&] { session.add_graph(1, "none.onnx"); }), "not_found: no such file: none.onnx");
  EXPECT_NE(error_of([&] { session.add_graph(1, model_path("conv"), {{"ge.inputShapes", "x:1,3,4,4"}}); }).find("did you mean"),
            std::string::npos);
  EXPECT_EQ(error_of([&] { session.remove(1); }), "not_found: there is no graph 1 in the session");
  session.add_graph(1, model_path("unknown"));
  const std::string failed = error_of([&] { session.compile(1); });
  EXPECT_NE(failed.find("Frobnicate"), std::string::npos) << failed;
  EXPECT_EQ(error_of([&] { session.load(1); }), failed);
  EXPECT_EQ(session.state(1), GBX_GRAPH_ADDED);
  session.remove(1);
  session.add_graph(1, model_path("conv"), {{"ge.inputShape", "y:1,3,4,4"}});
  EXPECT_NE(error_of([&] { session.compile(1); }), "ok");
  session.remove(1);
  session.add_graph(1, model_path("fixed"));
  EXPECT_EQ(run_fixed(session, 1), -5);
}

TEST(Session, Acceptance111_UnknownNumbersAreNotFound) {
  Session session;
  session.add_graph(1, model_path("fixed"));
  const Model model = session.model(1);
  Dataset dataset(model);
  const std::string unknown = "not_found: there is no graph 2 in the session";
  EXPECT_EQ(error_of([&] { session.compile(2); }), unknown);
  EXPECT_EQ(error_of([&] { session.load(2); }), unknown);
  EXPECT_EQ(error_of([&] { session.state(2); }), unknown);
  EXPECT_EQ(error_of([&] { session.model(2); }), unknown);
  EXPECT_EQ(error_of([&] { session.run(2, dataset); }), unknown);
  EXPECT_EQ(error_of([&] { session.run_async(2, dataset); }), unknown);
  EXPECT_EQ(error_of([&] { session.remove(2); }), unknown);
  session.add_graph(2, model_path("fixed"));
  EXPECT_EQ(error_of([&] { session.run(2, dataset); }), "invalid_argument: the dataset is for another model than graph 2");
}

size_t resident_bytes() {
  size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Session, Acceptance081_RemoveGivesEverythingBack) {
  Session session;
  const auto cycle = [&] {
    session.add_graph(5, model_path("conv"));
    const Model model = session.model(5);
    Dataset dataset(model);
    const std::vector<float> x(3 * 256 * 256);
    dataset.input(0, view(x.data(), {1, 3, 256, 256}));
    session.run(5, dataset);
    session.remove(5);
    return values<float>(dataset.output(0)).size();  // what was computed stays with the dataset
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(cycle(), size_t{2} * 256 * 256);
  const size_t before = resident_bytes();
  for (int i = 0; i < 90; ++i) cycle();
  EXPECT_EQ(error_of([&] { session.remove(5); }), "not_found: there is no graph 5 in the session");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(resident_bytes(), before + (size_t{12} << 20));
#else
  static_cast<void>(before);
#endif
}

TEST(Session, ThreadsRunOneGraph) {
  Session session({.threads = 2});
  session.add_graph(1, model_path("conv"));
  const Model model = session.model(1);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        const int64_t width = 1 + (t * 5 + i) % 11;
        const std::vector<float> x(static_cast<size_t>(3 * width), static_cast<float>(t + 1));
        Dataset dataset(model);
        dataset.input(0, view(x.data(), {1, 3, 1, width}));
        session.run(1, dataset);
        const TensorView y = dataset.output(0);
        if (y.dims.back() != width || values<float>(y)[0] != static_cast<float>(6 * (t + 1))) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

const Session::Options kHybrid = {
    {"ge.inputShape", "x:-1,3;scale:1"}, {"ge.dynamicDims", "1;8;4"}, {"ge.dynamicNodeType", "1"}, {"ge.compileHybridMode", "1"}};

/// What serves a batch of graph 1, or the error.
std::string serve(Session& session, int64_t batch) {
  return error_of([&] {
    const Model model = session.model(1);
    Dataset dataset(model);
    const std::vector<float> x = iota(64), scale = {3};
    dataset.input(0, view(x.data(), {batch, 3}));
    dataset.input(1, view(scale.data(), {1}));
    session.run(1, dataset);
    EXPECT_EQ(dataset.output(1).dims, (std::vector<int64_t>{batch}));
    const float* y = dataset.output(0).as<float>();
    EXPECT_EQ(batch > 0 ? y[3 * batch - 1] : 0, batch > 0 ? 3 * (3 * batch - 1) : 0);
    EXPECT_EQ(dataset.served_by().first, batch == 1 || batch == 8 || batch == 4 ? GBX_WAY_EXACT : GBX_WAY_FALLBACK) << batch;
  });
}

TEST(Session, Acceptance071_AllFourKeysMakeItHybrid) {
  for (const auto& [left_out, value] : kHybrid) {
    Session::Options options = kHybrid;
    options.erase(left_out);
    Session session;
    session.add_graph(1, model_path("rows"), options);
    if (left_out == "ge.inputShape") {  // gears cannot be without it
      EXPECT_NE(error_of([&] { session.load(1); }).find("ge.inputShape"), std::string::npos);
      continue;
    }
    const gbx_gears_info gears = session.model(1).gears();
    EXPECT_EQ(gears.gear_count, left_out == "ge.dynamicDims" ? 0U : 3U) << left_out;
    EXPECT_EQ(gears.fallback, left_out == "ge.dynamicDims") << left_out;
  }
  Session session;
  session.add_graph(1, model_path("rows"), kHybrid);
  const Model model = session.model(1);
  EXPECT_EQ(model.gears().gear_count, 3U);
  EXPECT_EQ(model.gears().fallback, 1);
}

TEST(Session, Acceptance072_073_GearsServeTheirShapesTheDynamicProgramAllOthers) {
  Session session;
  session.add_graph(1, model_path("rows"), kHybrid);
  for (const int64_t batch : {4, 8, 1, 3, 16, 0}) EXPECT_EQ(serve(session, batch), "ok") << batch;
}

TEST(Session, Acceptance074_075_076_WrongInputsAreNoFallback) {
  Session session;
  session.add_graph(1, model_path("rows"), kHybrid);
  const Model model = session.model(1);
  Dataset dataset(model);
  const std::vector<float> x = iota(64), scale = {3};
  dataset.input(0, view(x.data(), {4, 3}));
  EXPECT_EQ(error_of([&] { session.run(1, dataset); }),
            "invalid_argument: input 'scale' is not given; the model takes\n  x = f32[N,3]\n  scale = f32[1]");
  dataset.input(1, view(scale.data(), {1}));
  dataset.input(0, view(x.data(), {4, 3, 1}));
  EXPECT_EQ(error_of([&] { session.run(1, dataset); }), "invalid_argument: input 'x' has rank 3 [4,3,1], the model takes rank 2");
  dataset.input(0, view(x.data(), {4, 2}));
  EXPECT_EQ(error_of([&] { session.run(1, dataset); }), "invalid_argument: input 'x' has extent 2 at axis 1, the model takes 3");
  dataset.input(0, view(x.data(), {5, 2}));
  EXPECT_EQ(error_of([&] { session.run(1, dataset); }), "invalid_argument: input 'x' has extent 2 at axis 1, the model takes 3");
}

TEST(Session, Acceptance086_ThreadsRunOneHybridGraph) {
  Session session;
  session.add_graph(1, model_path("rows"), kHybrid);
  session.load(1);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        if (serve(session, (t + i) % 9) != "ok") ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  const gbx_gear_counts counts = session.model(1).gear_counts();
  EXPECT_EQ(counts.exact + counts.fallback, 400U);
}

TEST(Session, ResultsStayWithTheirDatasets) {
  Session session;
  session.add_graph(1, model_path("fixed"));
  const Model model = session.model(1);
  std::vector<Dataset> datasets;
  std::vector<std::vector<float>> inputs;
  for (int i = 0; i < 3; ++i) {
    inputs.emplace_back(6, static_cast<float>(i));
    datasets.emplace_back(model);
    datasets.back().input(0, view(inputs.back().data(), {2, 3}));
    session.run(1, datasets.back());
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(values<float>(datasets[static_cast<size_t>(i)].output(0))[0], static_cast<float>(-i));
}

TEST(Session, RunsInTheBackground) {
  Session session({.async_threads = 2});
  session.add_graph(1, model_path("fixed"));
  const Model model = session.model(1);
  const std::vector<float> x = iota(6);
  std::vector<Dataset> datasets;
  for (int i = 0; i < 10; ++i) {
    datasets.emplace_back(model);
    datasets.back().input(0, view(x.data(), {2, 3}));
  }
  std::vector<std::future<void>> ends;
  for (Dataset& dataset : datasets) ends.push_back(session.run_async(1, dataset));
  session.remove(1);  // those that have not begun find nothing
  int ran = 0;
  for (size_t i = 0; i < ends.size(); ++i) {
    const std::string end = error_of([&] { ends[i].get(); });
    if (end == "ok") {
      EXPECT_EQ(values<float>(datasets[i].output(0))[5], -5);
      ++ran;
    } else {
      EXPECT_EQ(end, "not_found: there is no graph 1 in the session");
    }
  }
  EXPECT_GE(ran, 0);
}

TEST(Session, Acceptance117_RemovingAGraphLetsRunsEnd) {
  Session session({.threads = 2, .async_threads = 2});
  for (int round = 0; round < 5; ++round) {
    session.add_graph(1, model_path("rows"), kHybrid);
    session.load(1);
    std::atomic<int> served = 0, other = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = t;; ++i) {
          const std::string end = serve(session, i % 9);
          if (end == "ok") {
            ++served;
          } else {
            if (end != "not_found: there is no graph 1 in the session") ++other;
            return;
          }
        }
      });
    }
    while (served < 20) std::this_thread::yield();
    session.remove(1);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(other, 0);
  }
}

TEST(Session, Acceptance117_HandlesMayGoWhileTheirRunIsUnderWay) {
  const std::vector<float> x(3 * 256 * 256);
  for (int round = 0; round < 10; ++round) {
    auto model = std::make_unique<Model>(load("conv"));
    auto context = std::make_unique<Context>(*model);
    auto dataset = std::make_unique<Dataset>(*model);
    dataset->input(0, view(x.data(), {1, 3, 256, 256}));
    std::future<void> end = context->run_async(*dataset);
    model.reset();
    if (round % 2 == 0) context.reset();  // waits for the run
    end.get();
    EXPECT_EQ(context ? values<float>(dataset->output(0)).size() : 2 * 256 * 256, size_t{2} * 256 * 256);
  }
}

TEST(Session, GraphsCompileAtTheSameTime) {
  Session session;
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (uint32_t t = 0; t < 4; ++t) {
    session.add_graph(t, model_path("fixed"));
    for (int both = 0; both < 2; ++both) {
      threads.emplace_back([&, t] {
        if (run_fixed(session, t) == -5) ++right;
      });
    }
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8);
}

}  // namespace
}  // namespace gearbox::testing
