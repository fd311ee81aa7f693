#include "base/attributes.h"

namespace gearbox {

namespace {

template <class T>
const T* attribute_as(const Attributes& attributes, std::string_view name) {
  const Attribute* value = attributes.find(name);
  return value ? std::get_if<T>(value) : nullptr;
}

}  // namespace

const Attributes::Values& Attributes::values() const {
  static const Values none;
  return values_ ? *values_ : none;
}

Attributes::Values& Attributes::own() {
  if (!values_) {
    values_ = std::make_shared<Values>();
  } else if (values_.use_count() > 1) {
    values_ = std::make_shared<Values>(*values_);
  }
  return *values_;
}

const Attribute* Attributes::find(std::string_view name) const {
  const auto it = values().find(name);
  return it == values().end() ? nullptr : &it->second;
}

void Attributes::erase(std::string_view name) {
  if (!has(name)) return;
  Values& values = own();
  values.erase(values.find(name));
}

int64_t Attributes::integer(std::string_view name, int64_t fallback) const {
  const int64_t* value = attribute_as<int64_t>(*this, name);
  return value ? *value : fallback;
}
float Attributes::real(std::string_view name, float fallback) const {
  const float* value = attribute_as<float>(*this, name);
  return value ? *value : fallback;
}
std::string Attributes::text(std::string_view name, std::string_view fallback) const {
  const std::string* value = attribute_as<std::string>(*this, name);
  return value ? *value : std::string(fallback);
}
Ints Attributes::integers(std::string_view name, Ints fallback) const {
  if (const Ints* value = attribute_as<Ints>(*this, name)) return *value;
  return fallback;
}
Floats Attributes::reals(std::string_view name, Floats fallback) const {
  if (const Floats* value = attribute_as<Floats>(*this, name)) return *value;
  return fallback;
}
Strings Attributes::texts(std::string_view name, Strings fallback) const {
  if (const Strings* value = attribute_as<Strings>(*this, name)) return *value;
  return fallback;
}
const Literal* Attributes::literal(std::string_view name) const { return attribute_as<Literal>(*this, name); }

}  // namespace gearbox
