; PASS: inline_into_kernels width=scalar
; A sine alone is one polynomial, with arguments reduced to half turns (times 1/pi); sine and cosine
; of the same number are computed together with quarter turns (2/pi), even if every caller uses only
; one of them.
; CHECK-LABEL: define {{.*}}void @alone(
; CHECK: call {{.*}}float @llvm.fma.f32(float %{{.*}}, float 0x3FD45F3060000000
; CHECK-NOT: float 0x3FE45F3060000000
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @joint(
; CHECK-NOT: float 0x3FD45F3060000000
; CHECK: call {{.*}}float @llvm.fma.f32(float %{{.*}}, float 0x3FE45F3060000000
; CHECK-NOT: float 0x3FD45F3060000000
; CHECK-NOT: float 0x3FE45F3060000000
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @of_two_numbers(
; CHECK: call {{.*}}float @llvm.fma.f32(float %{{.*}}, float 0x3FD45F3060000000
; CHECK: call {{.*}}float @llvm.fma.f32(float %{{.*}}, float 0x3FD45F3060000000
; CHECK-NOT: float 0x3FE45F3060000000
; CHECK: ret void
target triple = "spir64"

declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z3cosf(float)

define spir_kernel void @alone(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %sine = call spir_func float @_Z3sinf(float %x)
  store float %sine, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @joint(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %sine = call spir_func float @_Z3sinf(float %x)
  %cosine = call spir_func float @_Z3cosf(float %x)
  %sum = fadd float %sine, %cosine
  store float %sum, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @of_two_numbers(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %y = fadd float %x, 1.0
  %sine = call spir_func float @_Z3sinf(float %x)
  %cosine = call spir_func float @_Z3cosf(float %y)
  %sum = fadd float %sine, %cosine
  store float %sum, ptr addrspace(1) %p
  ret void
}
