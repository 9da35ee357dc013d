; PASS: inline_into_kernels
; A sine and a cosine of the same angle test once whether it is huge; those of another angle test
; again.
; CHECK: define {{.*}}@f(
; CHECK: fcmp {{.*}}1.024000e+05
; CHECK: fcmp {{.*}}1.024000e+05
; CHECK-NOT: 1.024000e+05
; CHECK: ret void
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, float %x, float %y) {
  %kept = alloca float
  store float %x, ptr %kept
  %first = load float, ptr %kept
  %a = call spir_func float @_Z3sinf(float %first)
  store float %a, ptr addrspace(1) %out
  %again = load float, ptr %kept
  %b = call spir_func float @_Z3cosf(float %again)
  store float %b, ptr addrspace(1) %out
  %c = call spir_func float @_Z3cosf(float %y)
  store float %c, ptr addrspace(1) %out
  ret void
}

declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z3cosf(float)
