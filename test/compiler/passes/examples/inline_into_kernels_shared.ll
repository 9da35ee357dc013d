; PASS: inline_into_kernels
; Two functions of the library calculate the same of one number, and a third call the same of another number: one
; copy of what they share is left for both, and its own for the third.
; CHECK: define {{.*}}@f(
; CHECK: fdiv float %x
; CHECK-NOT: fdiv float %x
; CHECK: fdiv float %y
; CHECK-NOT: fdiv
; CHECK: ret void
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, float %x, float %y) {
  %kept = alloca float
  store float %x, ptr %kept
  %first = load float, ptr %kept
  %a = call float @sine(float %first)
  store float %a, ptr addrspace(1) %out
  %again = load float, ptr %kept
  %b = call float @cosine(float %again)
  store float %b, ptr addrspace(1) %out
  %c = call float @sine(float %y)
  store float %c, ptr addrspace(1) %out
  ret void
}

define internal float @sine(float %x) {
  %shared = call float @mux_shared_angle(float %x)
  %result = fadd float %shared, 1.0
  ret float %result
}

define internal float @cosine(float %x) {
  %shared = call float @mux_shared_angle(float %x)
  %result = fsub float %shared, 1.0
  ret float %result
}

define internal float @mux_shared_angle(float %x) noinline memory(none) nounwind willreturn {
  %angle = fdiv float %x, 3.0
  ret float %angle
}
