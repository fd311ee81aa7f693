#pragma once

#include "op/case.h"

namespace gearbox::bench {

/// Makes the cases of a problem whose numbers are as many as the kind names.
using MakeCases = std::vector<Case> (*)(const std::vector<int64_t>& numbers, ThreadPool& pool);

std::vector<Case> gemm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> batched_gemm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> attention_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> conv_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> conv_transpose_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> softmax_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> layer_norm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> gelu_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> relu_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> sum_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> transpose_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> gather_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> to_blocked_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> from_blocked_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> max_pool_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> resize_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> lstm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);
std::vector<Case> gru_cases(const std::vector<int64_t>& numbers, ThreadPool& pool);

}  // namespace gearbox::bench
