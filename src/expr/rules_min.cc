#include "expr/extremum.h"

namespace gearbox {

namespace min_rules_detail {

constexpr SelectionRule kRules[] = {
    {"min(c*min(x, y) + d, z) = min(c*x + d, c*y + d, z)", extremum::flatten},
    {"min(x, x) = x", extremum::drop_repeats},
    {"min(x, y) = x given x <= y", extremum::drop_dominated},
    {"min(x + z, y + z) = min(x, y) + z", extremum::take_out_sum},
    {"min(x + c, y + d) = min(x, y + d - c) + c given c <= d", extremum::take_out_offset},
    {"min(c*x, c*y) = c*min(x, y)", extremum::take_out_scale},
    {"min(z*x, z*y) = z*min(x, y) given z >= 0", extremum::take_out_factor},
};

}  // namespace min_rules_detail

std::span<const SelectionRule> min_rules() { return min_rules_detail::kRules; }

}  // namespace gearbox
