#include "api/c/described_model.h"

#include <algorithm>

#include "api/call_inputs.h"
#include "api/symbolic_extents.h"

namespace gearbox::c {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

}  // namespace

const char* DescribedModel::kept(std::string text) const { return texts_.emplace_back(std::move(text)).c_str(); }

void DescribedModel::describe() const {
  const SymbolicExtents extents(program(), model_->contents().symbols);
  const auto describe_value = [&](int32_t v, const std::string& name) {
    const ProgramValue& value = program().values[static_cast<size_t>(v)];
    gbx_value_info info = GBX_VALUE_INFO_INIT;
    info.name = name.c_str();
    info.dtype = static_cast<int32_t>(value.dtype);
    info.type = kept(extents.type(v));
    if (value.storage != Storage::kConstant && !value.ranked) {
      info.rank = -1;
      return info;
    }
    std::vector<int64_t>& dims = dims_.emplace_back();
    std::vector<const char*>& words = extents_.emplace_back();
    if (value.storage == Storage::kConstant) {
      dims = value.constant.dims();
      for (const int64_t dim : dims) words.push_back(kept(std::to_string(dim)));
    } else {
      for (const int32_t slot : value.dims) {
        dims.push_back(extents.number(slot).value_or(-1));
        words.push_back(kept(extents.extent(slot)));
      }
    }
    info.rank = static_cast<int32_t>(dims.size());
    info.dims = dims.data();
    info.extents = words.data();
    return info;
  };
  for (const int32_t v : program().inputs) inputs_.push_back(describe_value(v, program().values[static_cast<size_t>(v)].name));
  for (size_t i = 0; i < program().outputs.size(); ++i) outputs_.push_back(describe_value(program().outputs[i], program().output_names[i]));
  for (const SymbolInfo& symbol : model_->contents().symbols) {
    symbols_.push_back({sizeof(gbx_symbol_info), symbol.name.c_str(), symbol.lower, symbol.upper, symbol.multiple,
                        static_cast<int32_t>(symbol.epoch), kept(joined(symbol.sources))});
  }
}

const std::vector<gbx_value_info>& DescribedModel::inputs() const {
  std::call_once(described_, [this] { describe(); });
  return inputs_;
}

const std::vector<gbx_value_info>& DescribedModel::outputs() const {
  std::call_once(described_, [this] { describe(); });
  return outputs_;
}

const std::vector<gbx_symbol_info>& DescribedModel::symbols() const {
  std::call_once(described_, [this] { describe(); });
  return symbols_;
}

Result<size_t> DescribedModel::input_index(const std::string& name) const {
  for (size_t i = 0; i < program().inputs.size(); ++i) {
    if (program().values[static_cast<size_t>(program().inputs[i])].name == name) return i;
  }
  return no_such_input(*model_, name);
}

Result<size_t> DescribedModel::output_index(const std::string& name) const {
  const std::vector<std::string>& names = program().output_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  Status out = invalid_argument("the model has no output '" + name + "'; it gives");
  for (const gbx_value_info& output : outputs()) out.with(output.name, output.type);
  return out;
}

static_assert(static_cast<int>(Epoch::kMidRun) == GBX_EPOCH_MID_RUN && static_cast<int>(Epoch::kGear) == GBX_EPOCH_GEAR);

}  // namespace gearbox::c
