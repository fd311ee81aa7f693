#include "expr/extremum.h"

namespace gearbox {

namespace max_rules_detail {

constexpr SelectionRule kRules[] = {
    {"max(c*max(x, y) + d, z) = max(c*x + d, c*y + d, z)", extremum::flatten},
    {"max(x, x) = x", extremum::drop_repeats},
    {"max(x, y) = x given x >= y", extremum::drop_dominated},
    {"max(x + z, y + z) = max(x, y) + z", extremum::take_out_sum},
    {"max(x + c, y + d) = max(x, y + d - c) + c given c <= d", extremum::take_out_offset},
    {"max(c*x, c*y) = c*max(x, y)", extremum::take_out_scale},
    {"max(z*x, z*y) = z*max(x, y) given z >= 0", extremum::take_out_factor},
};

}  // namespace max_rules_detail

std::span<const SelectionRule> max_rules() { return max_rules_detail::kRules; }

}  // namespace gearbox
