; PASS: inline_into_kernels
; The size of private memory must be a constant.
; CHECK: refused: kernel 'f' has a private array of variable length
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n) {
  %array = alloca i32, i32 %n
  store volatile i32 1, ptr %array
  ret void
}
