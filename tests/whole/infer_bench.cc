// Prints how long inference of all types of a model takes, without reading the file. Usage: infer_bench MODEL.onnx...
#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/clock.h"
#include "import/onnx/importer.h"
#include "shape/infer.h"

int main(int argc, char** argv) {
  const gearbox::OpRegistry ops = gearbox::OpRegistry::builtin();
  for (int i = 1; i < argc; ++i) {
    std::vector<double> ms;
    size_t nodes = 0, checks = 0;
    for (int round = 0; round < 5; ++round) {
      auto graph = gearbox::import_onnx_file(argv[i], ops);
      if (!graph.ok()) return std::fprintf(stderr, "%s\n", graph.status().text().c_str()), 1;
      const int64_t begin = gearbox::now_ns();
      const gearbox::Status status = gearbox::infer_shapes(**graph, ops);
      ms.push_back(static_cast<double>(gearbox::now_ns() - begin) * 1e-6);
      if (!status.ok()) return std::fprintf(stderr, "%s\n", status.text().c_str()), 1;
      nodes = (*graph)->nodes().size();
      checks = (*graph)->checks().size();
    }
    std::ranges::sort(ms);
    std::printf("%s: %zu nodes, %zu checks, median %.2f ms, first %.2f\n", argv[i], nodes, checks, ms[2], ms.back());
  }
}
