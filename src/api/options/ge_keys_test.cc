#include "api/options/ge_keys.h"

#include <gtest/gtest.h>

#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

using Keys = std::map<std::string, std::string>;

const Keys kAll = {{"ge.inputShape", "x:-1,4"}, {"ge.dynamicDims", "1;8"}, {"ge.dynamicNodeType", "1"}, {"ge.compileHybridMode", "1"}};

Keys without(const std::string& key) {
  Keys out = kAll;
  out.erase(key);
  return out;
}

TEST(GeKeys, SayWhatTheCommandLineSays) {
  const auto ge = options_from_ge(kAll);
  ASSERT_TRUE(ge.ok()) << ge.status().message();
  EXPECT_EQ(outcome(ge->words, {input("x", {"N", int64_t{4}})}), "x[N,4] | N=0.. | dims x[0]: 1; 8 (x[-1,4])");
}

TEST(GeKeys, Acceptance071_HybridNeedsAllFour) {
  EXPECT_TRUE(options_from_ge(kAll)->hybrid);
  for (const auto& [key, value] : kAll) {
    EXPECT_FALSE(options_from_ge(without(key))->hybrid) << key;
    Keys blank = kAll;
    blank[key] = " ";
    EXPECT_FALSE(options_from_ge(blank)->hybrid) << key;
  }
  Keys off = kAll;
  off["ge.compileHybridMode"] = "0";
  EXPECT_FALSE(options_from_ge(off)->hybrid);
}

TEST(GeKeys, MessagesNameTheKeys) {
  const auto ge = options_from_ge(without("ge.inputShape"));
  ASSERT_TRUE(ge.ok());
  EXPECT_EQ(outcome(ge->words, {input("x", {"N"})}), "ge.dynamicDims: needs ge.inputShape with -1 at each axis that the gears set");
}

TEST(GeKeys, Problems) {
  EXPECT_EQ(options_from_ge({{"ge.dynamicDim", "1;2"}, {"colour", "red"}, {"ge.dynamicNodeType", "2"}, {"ge.compileHybridMode", "yes"}})
                .status()
                .message(),
            "the options have 4 problems\n"
            "  GE options: key 'colour' is unknown (known: ge.inputShape, ge.dynamicDims, ge.dynamicNodeType, ge.compileHybridMode, "
            "gearbox.lazyGears)\n"
            "  GE options: key 'ge.dynamicDim' is unknown; did you mean 'ge.dynamicDims'? (known: ge.inputShape, ge.dynamicDims, "
            "ge.dynamicNodeType, ge.compileHybridMode, gearbox.lazyGears)\n"
            "  ge.dynamicNodeType: '2' is not a node type ('1': placeholder)\n"
            "  ge.compileHybridMode: 'yes' is neither '0' nor '1'");
}

TEST(GeKeys, LazyGearsNeedTheHybridMode) {
  Keys lazy = kAll;
  EXPECT_FALSE(options_from_ge(lazy)->lazy);
  lazy["gearbox.lazyGears"] = "1";
  EXPECT_TRUE(options_from_ge(lazy)->lazy);
  lazy["ge.compileHybridMode"] = "0";
  EXPECT_EQ(options_from_ge(lazy).status().message(),
            "gearbox.lazyGears: calls need the dynamic program until their gear is made, which ge.compileHybridMode '1' with "
            "ge.dynamicNodeType '1' keeps beside them");
  Keys half = without("ge.dynamicNodeType");
  half["gearbox.lazyGears"] = "1";
  EXPECT_NE(options_from_ge(half).status().message().find("with ge.dynamicNodeType '1'"), std::string::npos);
  lazy["gearbox.lazyGears"] = "0";
  EXPECT_FALSE(options_from_ge(lazy)->lazy);
  EXPECT_EQ(options_from_ge({{"gearbox.lazyGears", "1"}}).status().message(),
            "gearbox.lazyGears: there are no gears; ge.dynamicDims gives them");
  EXPECT_EQ(options_from_ge({{"gearbox.lazyGears", "yes"}}).status().message(), "gearbox.lazyGears: 'yes' is neither '0' nor '1'");
}

TEST(GeKeys, DatasetsAreNotSupported) {
  Keys dataset = kAll;
  dataset["ge.dynamicNodeType"] = "0";
  const Status status = options_from_ge(dataset).status();
  EXPECT_EQ(status.code(), Code::kUnsupported);
  EXPECT_EQ(status.message(),
            "ge.dynamicNodeType: '0' (dataset) is not supported, an ONNX model has no dataset iterator; '1' (placeholder) is");
  dataset.erase("ge.dynamicDims");
  EXPECT_TRUE(options_from_ge(dataset).ok());
}

}  // namespace
}  // namespace gearbox::options
