; PASS: hide_truncations width=scalar
; An exponent that becomes a constant when variables are promoted: the power becomes a product; the
; other one stays.
; CHECK-LABEL: define {{.*}}void @of_variable(
; CHECK-NOT: llvm.is.constant
; CHECK-NOT: llvm.fma
; CHECK: fmul float %{{.*}}, %{{.*}}
; CHECK-NOT: llvm.fma
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @of_argument(
; CHECK-NOT: llvm.is.constant
; CHECK: @llvm.fma.f32
; CHECK-NOT: llvm.is.constant
; CHECK: ret void
target triple = "spir64"

declare spir_func float @_Z3powff(float, float)

define spir_kernel void @of_variable(ptr addrspace(1) %p) {
  %exponent = alloca float
  store float 2.0, ptr %exponent
  %x = load float, ptr addrspace(1) %p
  %y = load float, ptr %exponent
  %power = call spir_func float @_Z3powff(float %x, float %y)
  store float %power, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @of_argument(ptr addrspace(1) %p, float %y) {
  %x = load float, ptr addrspace(1) %p
  %power = call spir_func float @_Z3powff(float %x, float %y)
  store float %power, ptr addrspace(1) %p
  ret void
}
