#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/compiler.h"
#include "base/status.h"
#include "base/thread_pool.h"
#include "runtime/context.h"
#include "runtime/model.h"

namespace gearbox {

/// A model as a file or in memory.
struct ModelBytes {
  std::string path;              ///< .onnx or .gbir; with `bytes` what errors call the model
  std::vector<std::byte> bytes;  ///< an ONNX model; empty: the file
  std::string folder;            ///< with `bytes`: where external data lies
};

struct SessionOptions {
  std::shared_ptr<ThreadPool> team = nullptr;  ///< threads of all graphs; null: one thread
  ContextOptions limits;                       ///< of each call
  Logger log;                                  ///< of the compilations
};

/// How far a graph of a session is.
enum class GraphState {
  kAdded,     ///< known, to be compiled
  kCompiled,  ///< a package, to be loaded
  kLoaded,    ///< ready to run
};

/// Graphs under numbers of the caller's choice, after GE's session: add, compile, load, run, remove. Graphs are independent of each other;
/// a call that fails leaves the session as it was. Thread-safe: calls about different graphs go on at the same time, compile and load of
/// one graph come after each other, and runs are concurrent.
class Session {
 public:
  explicit Session(SessionOptions options) : options_(std::move(options)) {}

  /// Keeps the model and the options of a GE session for it: options_from_ge. Gears without the hybrid mode leave no dynamic program.
  /// Errors: an id in use, which remove() frees; the options' errors; a file that is not there.
  Status add_graph(uint32_t id, ModelBytes model, const std::map<std::string, std::string>& options);
  /// Makes the package; nothing where there is one. Errors: not_found for the id; those of the compiler, after which the graph is as added.
  Status compile(uint32_t id);
  /// Makes the package ready to run, which is made first where it is missing; nothing where it is ready.
  Status load(uint32_t id);
  Result<GraphState> state(uint32_t id) const;
  /// Forgets the graph. Runs that have begun end as they would; its memory goes with the last of them.
  Status remove(uint32_t id);

  /// The graph's model, loaded first where it is not.
  Result<std::shared_ptr<const Model>> model(uint32_t id);
  /// A context for one caller until the pointer is gone, and then for the next. Loads first where needed.
  Result<std::shared_ptr<Context>> lend_context(uint32_t id);

 private:
  struct Graph;
  Result<std::shared_ptr<Graph>> find(uint32_t id) const;
  Status make_package(Graph& graph) const;
  Status make_ready(Graph& graph) const;

  const SessionOptions options_;
  mutable std::mutex mutex_;  // guards the map
  std::map<uint32_t, std::shared_ptr<Graph>> graphs_;
};

}  // namespace gearbox
