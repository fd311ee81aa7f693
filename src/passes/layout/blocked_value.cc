#include "passes/layout/blocked_value.h"

namespace gearbox {

Value* blocked_source(const Value* value) {
  const Node* node = value ? value->producer() : nullptr;
  return node && node->is("FromBlocked", "gearbox") ? node->input(0) : nullptr;
}

Value* to_blocked(Patch& patch, Value* value) {
  if (Value* source = blocked_source(value)) return source;
  for (Node* user : value->users()) {
    if (user->is("ToBlocked", "gearbox")) return user->output(0);
  }
  NodeSpec spec;
  spec.op = "ToBlocked";
  spec.name = value->name() + ".blocked";
  spec.inputs = {value};
  return add_blocked(patch, std::move(spec));
}

Value* add_blocked(Patch& patch, NodeSpec spec) {
  spec.domain = "gearbox";
  Value* value = patch.add(std::move(spec));
  value->type().format = MemoryFormat::kBlocked8;
  return value;
}

void replace_by_blocked(Patch& patch, Value* old_value, Value* blocked) {
  NodeSpec spec;
  spec.op = "FromBlocked";
  spec.domain = "gearbox";
  spec.name = old_value->name() + ".plain";
  spec.inputs = {blocked};
  patch.replace(old_value, patch.add(std::move(spec)));
}

bool is_image(const Value* value) {
  return value && value->type().dtype == DType::kF32 && value->type().ranked() && value->type().format == MemoryFormat::kPlain &&
         (value->type().rank() == 3 || value->type().rank() == 4);
}

}  // namespace gearbox
