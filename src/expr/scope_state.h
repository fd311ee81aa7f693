#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "expr/node.h"

namespace gearbox {

struct ContentHash {
  using is_transparent = void;
  size_t operator()(const NodeContent& content) const;
  size_t operator()(const std::unique_ptr<DimNode>& node) const { return (*this)(*node); }
};

struct ContentEqual {
  using is_transparent = void;
  static const NodeContent& of(const NodeContent& content) { return content; }
  static const NodeContent& of(NodeContent&&) = delete;
  static const NodeContent& of(const std::unique_ptr<DimNode>& node) { return *node; }
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return of(a) == of(b);
  }
};

struct SymbolRecord {
  std::string name;
  const DimNode* node;
};

/// A scope's tables. `mutex` guards all but `epoch`; nodes once published are read without it.
struct DimScope::State {
  const DimNode* add_symbol(DimScope& scope, std::string_view name);

  std::mutex mutex;
  std::unordered_set<std::unique_ptr<DimNode>, ContentHash, ContentEqual> nodes;
  std::vector<SymbolRecord> symbols;
  std::map<std::string, SymbolId, std::less<>> names;
  std::map<std::string, int64_t, std::less<>> next_number;  ///< the last number fresh() tried for each stem
  std::atomic<uint64_t> epoch{1};                           ///< counts narrowings that can touch cached bounds
};

}  // namespace gearbox
