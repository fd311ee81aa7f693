#include "cli/bench_report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gearbox::cli {
namespace {

BenchResult example() {
  BenchResult result;
  result.model = "m.gbx";
  result.threads = 2;
  result.requests = 6;
  result.load_ms = 1.25;
  result.stream_ms = 60.5;
  result.wall_ms = 61;
  result.peak_rss_mb = 12.34;
  result.peak_flops = 100e9;
  result.shapes.push_back(
      {.name = "x=1x3", .first = 10.5, .times = {4, 1, 3, 2, 0, 0}, .count = 4, .out_dims = "1x3", .sum = 1.5, .flops = 150e6});
  result.shapes.push_back({.name = "x=0x3", .first = 0.25, .times = {}, .count = 0, .out_dims = "0x3", .sum = 0, .flops = 0});
  return result;
}

TEST(BenchReport, StreamLinesKeepTheirForm) {
  EXPECT_EQ(stream_lines(example()), "gearbox " GBX_VERSION
                                     " load_ms=1.2 requests=6 distinct_shapes=2 stream_ms=60.50 wall_ms=61.00 peak_rss_mb=12.3 threads=2\n"
                                     "  n=5    first=10.5000 min=1.0000 median=3.0000 p90=4.0000 ms  out=1x3 sumabs=1.5 | x=1x3\n"
                                     "  n=1    first=0.2500 min=nan median=nan p90=nan ms  out=0x3 sumabs=0 | x=0x3\n");
}

TEST(BenchReport, QuantilesIgnoreUnusedRoom) {
  const BenchResult result = example();
  EXPECT_EQ(quantile(result.shapes[0], 0), 1);
  EXPECT_EQ(quantile(result.shapes[0], 0.5), 3);
  EXPECT_EQ(quantile(result.shapes[0], 0.99), 4);
  EXPECT_TRUE(std::isnan(quantile(result.shapes[1], 0.5)));
}

TEST(BenchReport, RatesComeFromTheMedian) {
  const nlohmann::json object = bench_object(example());
  EXPECT_DOUBLE_EQ(object["shapes"][0]["gflops"], 50);
  EXPECT_DOUBLE_EQ(object["shapes"][0]["share_of_peak"], 0.5);
  EXPECT_FALSE(object["shapes"][1].contains("gflops"));
  EXPECT_NE(bench_table(example()).find("50.0  50 %"), std::string::npos);
}

}  // namespace
}  // namespace gearbox::cli
