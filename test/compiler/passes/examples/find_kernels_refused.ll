; PASS: find_kernels
; Kernels must not have arguments in private memory.
; CHECK: refused: argument 0 of kernel 'f' is a pointer to private or generic memory
target triple = "spir64"

define spir_kernel void @f(ptr %out) {
  ret void
}
