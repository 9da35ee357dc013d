/* Objects that must be refused; a macro selects the one reason. */

#include <mux/native_kernel.h>

struct arguments {
  int32_t *out;
  int32_t value;
};

#if defined(REFUSED_undefined_function)
int system(const char *);
#define TROUBLE system("true")

#elif defined(REFUSED_undefined_variable)
extern int a_variable_that_nobody_has;
#define TROUBLE a_variable_that_nobody_has

#elif defined(REFUSED_standard_output)
#include <stdio.h>
#define TROUBLE printf("hello\n")

#elif defined(REFUSED_constructor)
static volatile int made;
__attribute__((constructor)) static void make(void) {
  made = 1;
}
#define TROUBLE made

#elif defined(REFUSED_destructor)
static volatile int made;
__attribute__((destructor)) static void unmake(void) {
  made = 0;
}
#define TROUBLE made

#elif defined(REFUSED_old_constructor)
static volatile int made;
static void make(void) {
  made = 1;
}
__attribute__((section(".ctors"), used)) static void (*const constructors[])(void) = {make};
#define TROUBLE made

#elif defined(REFUSED_thread_local)
static __thread int each_its_own = 1;
#define TROUBLE (each_its_own += arguments->value)

#elif defined(REFUSED_thread_local_elsewhere)
extern __thread int of_somebody_else;
#define TROUBLE of_somebody_else

#elif defined(REFUSED_ifunc)
static int one(void) {
  return 1;
}
static int (*resolve(void))(void) {
  return one;
}
int chosen(void) __attribute__((ifunc("resolve")));
#define TROUBLE chosen()

#elif defined(REFUSED_absolute)
/* Compiled with -fno-pic. */
static int32_t table[64] = {1};
#define TROUBLE table[arguments->value & 63]

#elif defined(REFUSED_large_model)
/* Compiled with -mcmodel=large. */
static int32_t table[64] = {1};
#define TROUBLE table[arguments->value & 63]

#elif defined(REFUSED_common)
/* Compiled with -fcommon. */
int32_t tentative[64];
#define TROUBLE tentative[arguments->value & 63]

#elif defined(REFUSED_huge)
static char space[(uint64_t)3 << 29];
#define TROUBLE (space[arguments->value] += 1)

#elif defined(REFUSED_aligned)
static char space[64] __attribute__((aligned(1 << 16)));
#define TROUBLE (space[arguments->value & 63] += 1)
#endif

#ifndef TROUBLE
#define TROUBLE 0
#endif

static int32_t run(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                   uint64_t last_group, void *scratch) {
  const struct arguments *arguments = (const struct arguments *)packed;
  (void)range;
  (void)first_group;
  (void)last_group;
  (void)scratch;
  arguments->out[0] = (int32_t)TROUBLE;
  return 0;
}

static const mux_native_argument_t list[] = {
    MUX_NATIVE_ARGUMENT(struct arguments, out, "int*", mux_native_argument_buffer,
                        mux_native_access_write),
    MUX_NATIVE_ARGUMENT(struct arguments, value, "int", mux_native_argument_plain_old_data,
                        mux_native_access_none),
};

#ifdef REFUSED_static_declaration
static const mux_native_kernel_t kernel
    __attribute__((section(".mux.kernels"), used, aligned(8))) = {
#elif defined(REFUSED_no_kernels)
const mux_native_kernel_t kernel = {
#else
MUX_NATIVE_KERNEL(kernel) = {
#endif
#ifdef REFUSED_version
        .header = {MUX_NATIVE_VERSION + 1, sizeof(mux_native_kernel_t)},
#else
    .header = MUX_NATIVE_HEADER,
#endif
#ifndef REFUSED_no_name
        .name = "run",
#endif
#ifdef REFUSED_function_is_data
        .function = (mux_native_function_t)(uintptr_t)list,
#elif !defined(REFUSED_no_function)
    .function = run,
#endif
#ifndef REFUSED_no_arguments
        .arguments = list,
#endif
        .argument_count = 2,
};

#ifdef REFUSED_two_of_a_name
MUX_NATIVE_KERNEL(another_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "run",
    .function = run,
    .arguments = list,
    .argument_count = 2,
};
#endif

#ifdef REFUSED_function_of_the_library
int32_t memcmp(const void *, const void *, __SIZE_TYPE__);
MUX_NATIVE_KERNEL(another_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "library",
    .function = (mux_native_function_t)(void (*)(void))memcmp,
};
#endif
