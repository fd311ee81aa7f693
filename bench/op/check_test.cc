#include "op/check.h"

#include <gtest/gtest.h>

#include "op/measure.h"

namespace gearbox::bench {
namespace {

constexpr int64_t kCount = 40;

/// A case that should double its index and does what `run` does.
Case doubling(const std::function<void(Floats&)>& run) {
  const auto memory = std::make_shared<Floats>(Floats::poisoned(kCount));
  Case out;
  out.writes(memory);
  out.run = [memory, run] { run(*memory); };
  out.reference = [](int64_t unit, std::span<double> value) { value[0] = 2.0 * static_cast<double>(unit); };
  out.units = kCount;
  return out;
}

void write(Floats& to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to.data()[i] = 2.0f * static_cast<float>(i);
}

TEST(Check, SeesWhatIsRight) {
  const Case one = doubling([](Floats& to) { write(to, kCount); });
  const Verdict verdict = check(one);
  EXPECT_TRUE(verdict.right(one));
  EXPECT_EQ(verdict.checked, kCount);
}

TEST(Check, SeesAWrongElement) {
  const Case one = doubling([](Floats& to) {
    write(to, kCount);
    to.data()[7] += 1;
  });
  EXPECT_FALSE(check(one).right(one));
}

TEST(Check, SeesElementsThatWereNotWrittenWhereItDoesNotLook) {
  const Case one = doubling([](Floats& to) {
    write(to, kCount);
    to.data()[1] = to.data()[kCount];
  });
  EXPECT_FALSE(check(one, 2).right(one));
}

TEST(Check, SeesWritesBehindTheOutput) {
  const Case one = doubling([](Floats& to) { write(to, kCount + 1); });
  EXPECT_FALSE(check(one).guarded);
}

TEST(Meter, SharesAreOfWhatTheMachineDoes) {
  ThreadPool pool(1);
  const auto memory = std::make_shared<Floats>(Floats::random(1 << 16, 1));
  Case one;
  one.output = memory;
  one.run = [memory] { std::copy_n(memory->data(), 1 << 15, memory->data() + (1 << 15)); };
  one.bytes = 1 << 18;
  one.traffic = Traffic::kCopy;
  const auto timing = Meter(pool).measure(one, 0.01);
  ASSERT_TRUE(timing.ok());
  EXPECT_GT(timing->seconds, 0);
  EXPECT_GT(timing->share_of_memory, 0.05);
  EXPECT_EQ(timing->share_of_peak, 0);
}

}  // namespace
}  // namespace gearbox::bench
