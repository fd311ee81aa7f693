#include "api/session.h"

#include <filesystem>

#include "api/gear_machine.h"
#include "api/load_compiler.h"
#include "api/options/ge_keys.h"

namespace gearbox {

namespace {

/// Contexts that nobody uses at the moment. Shared with those who borrowed one, which may outlive the graph.
struct IdleContexts {
  std::mutex mutex;
  std::vector<std::unique_ptr<Context>> list;
};

}  // namespace

struct Session::Graph {
  ModelBytes source;
  ShapeRequest shapes;
  std::mutex mutex;  ///< guards what follows
  std::optional<PackageContents> package;
  std::shared_ptr<const Model> model;
  const std::shared_ptr<IdleContexts> idle = std::make_shared<IdleContexts>();
};

Status Session::add_graph(uint32_t id, ModelBytes model, const std::map<std::string, std::string>& options) {
  GBX_ASSIGN_OR_RETURN(options::GeOptions stated, options::options_from_ge(options));
  std::error_code error;
  if (model.bytes.empty() && !std::filesystem::exists(model.path, error)) return not_found("no such file: " + model.path);
  auto graph = std::make_shared<Graph>();
  graph->source = std::move(model);
  graph->shapes.no_fallback = stated.words.dynamic_dims.has_value() && !stated.hybrid;
  graph->shapes.lazy_gears = stated.lazy;
  graph->shapes.words = std::move(stated.words);
  const std::lock_guard lock(mutex_);
  if (!graphs_.emplace(id, std::move(graph)).second)
    return invalid_argument("graph " + std::to_string(id) + " is in the session already; remove it before another takes its number");
  return {};
}

Result<std::shared_ptr<Session::Graph>> Session::find(uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = graphs_.find(id);
  if (found == graphs_.end()) return not_found("there is no graph " + std::to_string(id) + " in the session");
  return found->second;
}

Status Session::make_package(Graph& graph) const {
  if (graph.package || graph.model) return {};
  GBX_ASSIGN_OR_RETURN(const CompilerLibrary* compiler, load_compiler());
  CompileRequest request;
  request.model = graph.source.path;
  request.bytes = graph.source.bytes;
  request.folder = graph.source.folder;
  request.shapes = graph.shapes;
  request.log = options_.log;
  request.threads = options_.team ? options_.team->threads() : 1;
  GBX_ASSIGN_OR_RETURN(graph.package, compiler->compile(request));
  return {};
}

Status Session::make_ready(Graph& graph) const {
  if (graph.model) return {};
  GBX_RETURN_IF_ERROR(make_package(graph));
  GBX_ASSIGN_OR_RETURN(graph.model,
                       Model::load(*graph.package, {.team = options_.team, .machine = gear_machine(*graph.package, options_.log)}));
  graph.package.reset();
  return {};
}

Status Session::compile(uint32_t id) {
  GBX_ASSIGN_OR_RETURN(const auto graph, find(id));
  const std::lock_guard lock(graph->mutex);
  return make_package(*graph);
}

Status Session::load(uint32_t id) {
  GBX_ASSIGN_OR_RETURN(const auto graph, find(id));
  const std::lock_guard lock(graph->mutex);
  return make_ready(*graph);
}

Result<GraphState> Session::state(uint32_t id) const {
  GBX_ASSIGN_OR_RETURN(const auto graph, find(id));
  const std::lock_guard lock(graph->mutex);
  return graph->model ? GraphState::kLoaded : graph->package ? GraphState::kCompiled : GraphState::kAdded;
}

Status Session::remove(uint32_t id) {
  const std::lock_guard lock(mutex_);
  if (graphs_.erase(id) == 0) return not_found("there is no graph " + std::to_string(id) + " in the session");
  return {};
}

Result<std::shared_ptr<const Model>> Session::model(uint32_t id) {
  GBX_ASSIGN_OR_RETURN(const auto graph, find(id));
  const std::lock_guard lock(graph->mutex);
  GBX_RETURN_IF_ERROR(make_ready(*graph));
  return graph->model;
}

Result<std::shared_ptr<Context>> Session::lend_context(uint32_t id) {
  GBX_ASSIGN_OR_RETURN(const auto graph, find(id));
  std::shared_ptr<const Model> model;
  {
    const std::lock_guard lock(graph->mutex);
    GBX_RETURN_IF_ERROR(make_ready(*graph));
    model = graph->model;
  }
  std::unique_ptr<Context> context;
  {
    const std::lock_guard lock(graph->idle->mutex);
    if (!graph->idle->list.empty()) {
      context = std::move(graph->idle->list.back());
      graph->idle->list.pop_back();
    }
  }
  if (!context) context = std::make_unique<Context>(model, options_.limits);
  return std::shared_ptr<Context>(context.release(), [idle = std::weak_ptr(graph->idle)](Context* returned) {
    std::unique_ptr<Context> owned(returned);
    const std::shared_ptr<IdleContexts> kept = idle.lock();
    if (!kept) return;  // the graph was removed
    const std::lock_guard lock(kept->mutex);
    kept->list.push_back(std::move(owned));
  });
}

}  // namespace gearbox
