; PASS: drop_ninf
; The assumption that there are no infinities is dropped; that there are no NaNs is kept.
; CHECK: define {{.*}}@nearest(float nofpclass(nan) %x)
; CHECK: fcmp nnan olt float %x, 0x7FF0000000000000
; CHECK: define {{.*}}@f(
; CHECK: fmul nnan nsz float
; CHECK: call nnan {{.*}}nofpclass(nan) float @nearest(float nofpclass(nan)
; CHECK-NOT: nofpclass(nan inf)
; CHECK-NOT: no-infs-fp-math
target triple = "spir64"

define internal spir_func nofpclass(nan inf) float @nearest(float nofpclass(nan inf) %x) "no-infs-fp-math"="true" {
  %found = fcmp nnan ninf olt float %x, 0x7FF0000000000000
  %result = select nnan ninf i1 %found, float %x, float 0.000000e+00
  ret float %result
}

define spir_kernel void @f(ptr addrspace(1) %memory) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr addrspace(1) %memory, i64 %i
  %value = load float, ptr addrspace(1) %p
  %product = fmul nnan ninf nsz float %value, 2.000000e+00
  %result = call nnan ninf spir_func nofpclass(nan inf) float @nearest(float nofpclass(nan inf) %product)
  store float %result, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
