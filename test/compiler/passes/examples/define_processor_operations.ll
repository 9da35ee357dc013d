; PASS: define_processor_operations processor=avx512vl width=scalar
; Processor-dependent operations of the built-in library are lowered to instructions.
; CHECK-NOT: declare {{.*}} @mux.operation
; CHECK: define internal float @mux.operation.[[NAME:[a-z_]+]](float
; CHECK: call {{.*}} @llvm.x86.avx512
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, float %a) {
  %power = call spir_func float @_Z3expf(float %a)
  store float %power, ptr addrspace(1) %out
  ret void
}

declare spir_func float @_Z3expf(float)
