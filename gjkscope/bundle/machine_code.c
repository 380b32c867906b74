/* What compiled functions need besides themselves; gjkscope.bundle.machine_code links it with them. */

#include <stdlib.h>

void *gjkscope_allocate(size_t bytes) { return malloc(bytes); }

void gjkscope_free(void *memory) { free(memory); }

/* Whether this processor has all instructions of the others: those of PROCESSOR in machine_code.py. */
int gjkscope_supported(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
#else
    return 1;
#endif
}
