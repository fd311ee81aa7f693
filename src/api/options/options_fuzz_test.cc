#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "api/options/ge_keys.h"
#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

const std::vector<InputDecl> kModel = {input("x", {"N", int64_t{3}, "H", "W"}), input("a:b.c", {"N", "L, =\""}), input("s", {}),
                                       unranked("u")};

/// Valid words, to be spoilt.
std::vector<ShapeWords> seeds() {
  std::vector<ShapeWords> out;
  const auto add = [&](auto fill) { fill(out.emplace_back()); };
  add([](ShapeWords& w) { w.input_shape = "x:1~8,3,-1,16; a:b.c:-1,4 ;s:;u:-1,2"; });
  add([](ShapeWords& w) {
    w.symbols = R"(N=1..16, "L, =\""=8..512:8,H=..64,W=:4)";
    w.dims = {R"(a:b.c.1="L, =\"")", "x.2=H"};
  });
  add([](ShapeWords& w) {
    w.input_shape = "x:-1,3,32,32;a:b.c:-1,4;u:2";
    w.dynamic_batch_size = "1,2,4,8";
  });
  add([](ShapeWords& w) {
    w.input_shape = "x:1,3,-1,-1;u:1;a:b.c:1,2";
    w.dynamic_image_size = "32,32;48,64";
    w.input_format = "NCHW";
  });
  add([](ShapeWords& w) {
    w.input_shape = "a:b.c:-1,-1;x:-1,3,8,8;u:-1";
    w.dynamic_dims = "20,20,20,1;40,40,40,2";
    w.gear_mode = "N=exact";
  });
  add([](ShapeWords& w) {
    w.gears = R"(N=1,4; "L, =\""=64,128 | N=8,"L, =\""=32)";
    w.gear_mode = R"(N=exact,"L, =\""=bounded)";
  });
  return out;
}

class Mutator {
 public:
  explicit Mutator(uint32_t seed) : random_(seed) {}

  void spoil(ShapeWords& words) {
    std::vector<std::string*> texts;
    for (auto* text : {&words.input_shape, &words.symbols, &words.dynamic_batch_size, &words.dynamic_image_size, &words.dynamic_dims,
                       &words.input_format, &words.gears, &words.gear_mode}) {
      if (*text) texts.push_back(&**text);
    }
    for (std::string& text : words.dims) texts.push_back(&text);
    for (int64_t edits = 1 + below(3); edits > 0; --edits) edit(*texts[static_cast<size_t>(below(static_cast<int64_t>(texts.size())))]);
  }

 private:
  int64_t below(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit - 1)(random_); }

  void edit(std::string& text) {
    constexpr std::string_view kPieces[] = {",",
                                            ";",
                                            ":",
                                            "~",
                                            "-1",
                                            "-",
                                            "..",
                                            "=",
                                            "|",
                                            "\"",
                                            "\\",
                                            ".",
                                            " ",
                                            "0",
                                            "-2",
                                            "#",
                                            "N",
                                            "x",
                                            "9999999999999999999",
                                            "\t",
                                            "1",
                                            "\xc3",
                                            "\n",
                                            "9223372036854775807"};
    const auto at = static_cast<size_t>(below(static_cast<int64_t>(text.size()) + 1));
    switch (below(4)) {
      case 0: text.insert(at, kPieces[static_cast<size_t>(below(std::size(kPieces)))]); break;
      case 1: text.erase(at, static_cast<size_t>(1 + below(3))); break;
      case 2: text.insert(at, text.substr(static_cast<size_t>(below(static_cast<int64_t>(text.size()) + 1)), 8)); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
    }
  }

  std::mt19937 random_;
};

/// What must hold of every success: inputs like the model's, values in their ranges, shapes without a hole that a gear should fill.
void check(const ShapeOptions& options) {
  ASSERT_EQ(options.inputs.size(), kModel.size());
  for (const SymbolRange& range : options.symbols) {
    ASSERT_LE(0, range.lower);
    ASSERT_LE(range.lower, range.upper);
    ASSERT_GE(range.multiple, 1);
  }
  const GearTable& table = options.gears;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    ASSERT_EQ(table.rows[row].size(), table.axes.size());
    for (const auto& [symbol, value] : gear_binding(table, row)) {
      const auto range = std::ranges::find(options.symbols, symbol, &SymbolRange::name);
      ASSERT_NE(range, options.symbols.end()) << symbol;
      ASSERT_TRUE(range->admits(value)) << symbol << " = " << value;
    }
    if (table.kind == GearTable::Kind::kSymbols) continue;
    for (const std::vector<int64_t>& shape : gear_shapes(table, row)) {
      for (const int64_t dim : shape) ASSERT_GE(dim, 0);
    }
  }
}

TEST(OptionsFuzz, SeedsAreValid) {
  for (const ShapeWords& words : seeds()) {
    const auto options = parse_shape_options(words, kModel);
    ASSERT_TRUE(options.ok()) << options.status().message();
    check(*options);
  }
}

TEST(OptionsFuzz, SpoiltWordsAreReadOrRefused) {
  const std::vector<ShapeWords> valid = seeds();
  size_t read = 0, refused = 0;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    ShapeWords words = valid[seed % valid.size()];
    Mutator(seed).spoil(words);
    const auto options = parse_shape_options(words, kModel);
    SCOPED_TRACE(seed);
    if (options.ok()) {
      ++read;
      check(*options);
    } else {
      ++refused;
      ASSERT_FALSE(options.status().message().empty());
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(read, 500u);
  EXPECT_GT(refused, 1000u);
}

TEST(OptionsFuzz, SpoiltGeKeysAreReadOrRefused) {
  std::mt19937 random(7);
  const std::map<std::string, std::string> valid = {
      {"ge.inputShape", "s:"}, {"ge.dynamicDims", "1;8"}, {"ge.dynamicNodeType", "1"}, {"ge.compileHybridMode", "1"}};
  for (int i = 0; i < 2000; ++i) {
    std::map<std::string, std::string> keys;
    for (const auto& entry : valid) {
      std::string key = entry.first, value = entry.second;
      std::string& spoilt = random() % 2 ? key : value;
      spoilt.insert(random() % (spoilt.size() + 1), 1, static_cast<char>(random() % 256));
      keys[key] = value;
    }
    const auto options = options_from_ge(keys);
    if (!options.ok()) {
      ASSERT_FALSE(options.status().message().empty());
    }
  }
}

}  // namespace
}  // namespace gearbox::options
