; PASS: build_kernel_entry width=8
; Local memory is cleared for each group where it is to be initialized, up to the end of its
; storage.
; CHECK: %storage_offset{{[0-9]*}} = load i64
; CHECK: group:
; CHECK: call void @llvm.memset.p0.i64(ptr align 128 %{{[0-9]+}}, i8 0, i64 %storage_offset{{[0-9]*}}, i1 false)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %in, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %value = load float, ptr addrspace(3) %in
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %value, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"mux.initialized_memory", i32 1}
