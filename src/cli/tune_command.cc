#include <nlohmann/json.hpp>

#include "base/machine/measure_machine.h"
#include "base/machine/stored_machine.h"
#include "cli/commands.h"
#include "cli/print.h"
#include "cli/table.h"

namespace gearbox::cli {

namespace {

struct TuneOptions {
  std::string output;
  bool json = false;
};

nlohmann::json machine_object(const MachineProfile& machine) {
  return {{"processor", machine.processor},     {"fma", machine.fma},
          {"l2_read", machine.l2_read},         {"l3_read", machine.l3_read},
          {"memory_read", machine.memory_read}, {"region_ns", machine.region_ns},
          {"l2_bytes", machine.l2_bytes},       {"l3_bytes", machine.l3_bytes}};
}

std::string machine_table(const MachineProfile& machine) {
  const auto giga = [](double rate) { return fixed_text(rate * 1e-9, 1); };
  Table table("lrl");
  table.row({"multiply-adds", giga(machine.fma), "GF/s"});
  table.row({"reading, " + bytes_text(static_cast<uint64_t>(machine.l2_bytes)) + " of L2", giga(machine.l2_read), "GB/s"});
  table.row({"reading, " + bytes_text(static_cast<uint64_t>(machine.l3_bytes)) + " of L3", giga(machine.l3_read), "GB/s"});
  table.row({"reading, memory", giga(machine.memory_read), "GB/s"});
  table.row({"region of two threads", fixed_text(machine.region_ns, 0), "ns"});
  return machine.processor + ", one thread\n" + table.text();
}

int run_tune(const TuneOptions& options) {
  const Answer answer{options.json};
  const std::string file = options.output.empty() ? machine_file() : options.output;
  if (file.empty()) return report(invalid_argument("neither XDG_CACHE_HOME nor HOME names a folder; give --output"), answer);
  const auto machine = measure_machine();
  if (!machine.ok()) return report(machine.status(), answer);
  if (const Status stored = store_machine(*machine, file); !stored.ok()) return report(stored, answer);
  if (options.json) {
    nlohmann::json object = machine_object(*machine);
    object["file"] = file;
    print_json(object);
  } else {
    print(machine_table(*machine) + "wrote " + file + "\n");
  }
  return kExitOk;
}

}  // namespace

void add_tune(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<TuneOptions>();
  CLI::App* command = app.add_subcommand("tune", "Measure this machine for the choice of gears and for predictions");
  command->add_option("-o,--output", options->output, "Write here instead of gearbox/machine.txt in the user's cache folder");
  command->add_flag("--json", options->json, "Answer with a JSON object");
  command->footer(
      "Takes about a second; on a quiet machine. What is stored counts for models loaded from then on: which of several gears that could\n"
      "serve a call is cheapest, and the times that `gearbox inspect --kernels` predicts. No result changes by it.");
  command->callback([options, &exit_code] { exit_code = run_tune(*options); });
}

}  // namespace gearbox::cli
