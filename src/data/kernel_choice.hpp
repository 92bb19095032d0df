// Which form of a kernel runs: the one for wide registers where the machine has them, or the plain
// one, which gives the same bits. GRAPHSPARSE_PLAIN_KERNELS=1 in the environment forces the plain.
#pragma once

#if defined(__GNUC__) && defined(__x86_64__)
// Without "fma": a fused product and sum would round once where the plain form rounds twice.
#define GRAPHSPARSE_AVX2 __attribute__((target("avx2")))
#else
#define GRAPHSPARSE_AVX2
#endif

namespace graphsparse {

bool uses_wide_kernels();

// For tests, which compare both; beyond what the machine has it does nothing.
void choose_wide_kernels(bool wanted);

}  // namespace graphsparse
