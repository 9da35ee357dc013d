; PASS: inline_into_kernels width=scalar
; A power with a constant exponent becomes a product: the general power is not inlined. An exponent
; in a variable is decided later (hide_truncations_constants).
; CHECK-LABEL: define {{.*}}void @square(
; CHECK: [[X:%.*]] = load float
; CHECK-NOT: call
; CHECK: fmul float [[X]], [[X]]
; CHECK-NOT: call
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @root(
; CHECK-NOT: llvm.fma
; CHECK: call {{.*}}float @llvm.sqrt.f32
; CHECK-NOT: llvm.fma
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @of_two(
; CHECK: fmul float
; CHECK: fmul float
; CHECK-NOT: llvm.fma
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @of_any(
; CHECK: call i1 @llvm.is.constant.i32
; CHECK: ret void
target triple = "spir64"

declare spir_func float @_Z3powff(float, float)
declare spir_func float @_Z4pownfi(float, i32)
declare spir_func <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>)

define spir_kernel void @square(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %power = call spir_func float @_Z3powff(float %x, float 2.0)
  store float %power, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @root(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %power = call spir_func float @_Z3powff(float %x, float 0.5)
  store float %power, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @of_two(ptr addrspace(1) %p) {
  %x = load <2 x float>, ptr addrspace(1) %p
  %power = call spir_func <2 x float> @_Z3powDv2_fS_(<2 x float> %x, <2 x float> <float 2.0, float 2.0>)
  store <2 x float> %power, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @of_any(ptr addrspace(1) %p, i32 %n) {
  %x = load float, ptr addrspace(1) %p
  %power = call spir_func float @_Z4pownfi(float %x, i32 %n)
  store float %power, ptr addrspace(1) %p
  ret void
}
