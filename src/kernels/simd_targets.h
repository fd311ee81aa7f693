#pragma once

// Instruction sets that *_simd.cc files are compiled for: SSE4, AVX2 and AVX3 (AVX-512 F, BW, CD, DQ, VL). SSE4 is the least the engine
// runs on. Include before any Highway header.
#define HWY_BASELINE_TARGETS HWY_SSE4
#define HWY_DISABLED_TARGETS (HWY_SCALAR | HWY_EMU128 | HWY_SSSE3 | HWY_AVX3_DL)
