#pragma once

/// Odd functions as x top(x^2) / bottom(x^2), lowest coefficient first, for targets without tables (function_tables.h): minimax fits. From
/// the limit on the function is 1 to the last place.
namespace gearbox::fractions {

inline constexpr float kTanhLimit = 9.02f;
inline constexpr float kTanhTop[] = {0x1.000000p+0f, 0x1.12043ap-3f, 0x1.c9f828p-9f, 0x1.595500p-16f, 0x1.c9a2d0p-27f};
inline constexpr float kTanhBottom[] = {0x1.000000p+0f, 0x1.de5766p-2f, 0x1.a7df0ep-6f, 0x1.58419cp-12f, 0x1.a0b7bap-21f};

inline constexpr float kErfLimit = 3.93f;
inline constexpr float kErfTop[] = {0x1.20dd74p+0f, 0x1.86b9cap-3f, 0x1.b07550p-5f, 0x1.ef66eep-9f, 0x1.2aa4bap-12f, 0x1.121172p-19f};
inline constexpr float kErfBottom[] = {0x1.000000p+0f, 0x1.013bfap-1f, 0x1.d3ffcap-4f, 0x1.eb6fc6p-7f, 0x1.317436p-10f, 0x1.3ecd0ap-15f};

}  // namespace gearbox::fractions
