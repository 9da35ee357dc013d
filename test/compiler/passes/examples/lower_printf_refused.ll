; PASS: lower_printf width=scalar
; A format has to be known when the kernel is compiled.
; CHECK: refused: kernel 'f' uses printf with a format that is not a string literal
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(2) %format) {
  %printed = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format)
  ret void
}

declare spir_func i32 @printf(ptr addrspace(2), ...)
