; PASS: propagate_fast_math width=scalar
; A call that may ignore NaNs gets a clone of the function that ignores them; the other call keeps
; the original.
; CHECK: %fast = call nnan float @[[COPY:.+]].fast(
; CHECK: %exact = call float @[[COPY]](
; CHECK: define internal float @[[COPY]].fast(
; CHECK: nnan
; CHECK: ret float
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, float %a, float %b) {
  %fast = call nnan spir_func float @_Z3mixfff(float %a, float %b, float 2.0)
  %exact = call spir_func float @_Z3mixfff(float %a, float %b, float 2.0)
  %sum = fadd float %fast, %exact
  store float %sum, ptr addrspace(1) %out
  ret void
}

declare spir_func float @_Z3mixfff(float, float, float)
