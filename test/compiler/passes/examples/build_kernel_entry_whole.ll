; PASS: build_kernel_entry width=8 multiple=8,1,1
; Where all local sizes are multiples of a packet, no code is generated for remainders, nor for
; single work-items.
; CHECK: define i32 @mux_kernel_f(ptr {{.+}}, ptr {{.+}}, i64 {{.+}}, i64 {{.+}}, ptr {{.+}})
; CHECK: group:
; CHECK-NOT: masked
; CHECK: store <8 x float>
; CHECK-NOT: masked
; CHECK-NOT: call i32 @work_item.f(
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %twice, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
