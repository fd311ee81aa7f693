
#include "base/clock.h"
#include "base/machine/fma_peak.h"
#include "cli/bench_stream.h"
#include "cli/commands.h"
#include "cli/exact_flags.h"
#include "cli/model_source.h"
#include "cli/number_check.h"
#include "cli/peak_memory.h"
#include "cli/print.h"
#include "cli/shape_flags.h"
#include "cli/versus_dynamic.h"

namespace gearbox::cli {

namespace {

double machine_peak(const BenchOptions& options) {
  return options.peak_gflops > 0 ? options.peak_gflops * 1e9 : measure_fma_peak() * options.threads;
}

/// Has those made that would be made later, so that each shape meets its gear.
void make_all_gears(const Model& model) {
  LateGears* late = model.late_gears();
  for (size_t gear = 0; late && gear < model.gears().gears.size(); ++gear) late->ask(gear);
  if (late) late->wait();
}

int run_versus(const BenchOptions& options, const std::shared_ptr<const Model>& model, const Trace& trace) {
  const Answer answer{options.json};
  if (!model->gears().fallback)
    return report(invalid_argument(options.model + " has no dynamic program to compare with, by --no-fallback"), answer);
  const auto rows = versus_dynamic(model, trace, options);
  if (!rows.ok()) return report(rows.status(), answer, options.model + " cannot run these inputs");
  if (options.json) {
    print_json({{"model", options.model}, {"threads", options.threads}, {"shapes", versus_object(*rows)}});
  } else {
    print(versus_table(*rows));
  }
  return kExitOk;
}

int run_bench(const BenchOptions& options) {
  const Answer answer{options.json};
  auto trace = requests_of(options);
  if (!trace.ok()) return report(trace.status(), answer);
  const int64_t load_begin = now_ns();
  const auto model = open_model({.path = options.model,
                                 .threads = options.threads,
                                 .reference = options.reference,
                                 .exact = options.exact,
                                 .shapes = options.shapes});
  if (!model.ok()) return report(model.status(), answer);
  if (options.each_gear) {
    *trace = gear_requests(**model, trace->fills);
    if (trace->shapes.empty()) return report(invalid_argument(options.model + " has no gears"), answer);
  }
  const int64_t load_end = now_ns();
  if (options.each_gear) make_all_gears(**model);
  if (options.versus_dynamic) return run_versus(options, *model, *trace);

  const int64_t context_begin = now_ns();
  Bench bench(model.value(), options, std::move(trace).value());
  const double load_ms = static_cast<double>(load_end - load_begin + now_ns() - context_begin) * 1e-6;
  Status status = bench.prepare();
  if (status.ok() && !options.debug.empty()) {
    std::string shapes;
    status = bench.trace_shapes(shapes);
    print_aside(shapes);
  }
  if (status.ok()) status = bench.measure();
  const double peak_mib = peak_resident_mib();
  if (status.ok()) status = bench.count_flops();
  if (status.ok() && options.explain) status = bench.explain();
  Profile profile(*model.value());
  if (status.ok() && !options.profile.empty()) status = bench.record(profile);
  if (!status.ok()) return report(status, answer, options.model + " cannot run these inputs");

  BenchResult& result = bench.result();
  result.model = options.model;
  result.threads = options.threads;
  result.load_ms = load_ms;
  result.peak_rss_mb = peak_mib;
  result.peak_flops = machine_peak(options);
  if (!options.profile.empty()) {
    if (const Status written = write_json(options.profile, profile.chrome_trace()); !written.ok()) return report(written, answer);
  }
  if (options.json) {
    nlohmann::json object = bench_object(result);
    if (!options.profile.empty()) object["operators"] = profile.operators();
    print_json(object);
    return kExitOk;
  }
  for (const Report& explanation : result.explanations) print(explanation.text + "\n");
  print(stream_lines(result) + "\n" + bench_table(result));
  if (!options.profile.empty())
    print("\n" + profile.operator_table() + "steps of " + std::to_string(Bench::kProfiledRuns) + " runs a shape written to " +
          options.profile + "\n");
  return kExitOk;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Time a model on a stream of shapes");
  command->add_option("model", options->model, "The model (.onnx, .gbir) or package (.gbx)")->required()->check(CLI::ExistingFile);
  add_input_options(*command, options->inputs);
  CLI::Option* trace = command
                           ->add_option("--trace", options->trace,
                                        "Replay this stream: lines '[*N] NAME=D0xD1… …' and '!fill NAME RULE', at most 1000000 requests")
                           ->check(CLI::ExistingFile);
  trace->excludes(command->get_option("--input-shape"));
  command->add_option("--threads", options->threads, "Threads of the model")->capture_default_str()->check(CLI::Range(1, 1024));
  command->add_option("--warmup", options->warmup, "Runs of each shape before the measured ones (2, with --trace 0)")
      ->check(zero_or_more());
  command->add_option("--iterations", options->iterations, "Passes over the stream (with --trace 1)")->check(above_zero());
  command->add_option("--duration", options->duration, "Seconds to repeat the stream (1, with --trace one pass)")->check(above_zero());
  command->add_option("--dump", options->dump, "Write each output of a shape's first run into this folder, as raw bytes");
  command->add_option("--profile", options->profile, "Write Chrome trace events of every step to this file and print a table of operators");
  command->add_option("--peak-gflops", options->peak_gflops, "What the machine can do, all threads together (default: measured)")
      ->check(above_zero());
  command->add_flag("--explain-dispatch", options->explain, "Which program serves each shape, and why");
  command->add_flag("--each-gear", options->each_gear, "The inputs of every gear, open axes 1 long, instead of --input-shape")
      ->excludes(trace)
      ->excludes(command->get_option("--input-shape"));
  command->add_flag("--versus-dynamic", options->versus_dynamic,
                    "Each shape on its gear and on the dynamic program in turns: times, how much faster, how far apart the outputs are");
  add_shape_flags(*command, options->shapes);
  command
      ->add_option("--debug", options->debug, "shapes: each step's extents, expected and actual, in a run of each shape ahead, on stderr")
      ->check(CLI::IsMember({"shapes"}));
  command->add_flag("--reference", options->reference, "Plain kernels and no passes");
  add_exact_flags(*command, options->exact);
  command->add_flag("--json", options->json, "Answer with a JSON object");
  command->footer(
      "Examples:\n  gearbox bench model.gbx --input-shape 'x:1,3,48,{160,320,800}' --threads 2\n  gearbox bench model.gbx --trace "
      "requests.txt --profile steps.json\n"
      "Shapes take turns, so that each run follows one of another shape.");
  command->callback([options, &exit_code] {
    require_words(options->inputs.fill_rules().status());
    require_words(check_shape_words(options->shapes, options->model));
    exit_code = run_bench(*options);
  });
}

}  // namespace gearbox::cli
