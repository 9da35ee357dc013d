; PASS: build_kernel_entry width=8 multiple=1,1,1 few
; Remainders run one work-item at a time in code for small remainders: one call runs those of a row,
; with the common arguments passed once.
; CHECK: define i32 @mux_kernel_f(ptr {{.+}}, ptr {{.+}}, i64 {{.+}}, i64 {{.+}}, ptr {{.+}})
; CHECK: group:
; CHECK-NOT: masked
; CHECK: store <8 x float>
; CHECK-NOT: masked
; CHECK: call i32 @work_item.f.row(
; CHECK-NOT: call i32 @work_item.f
; CHECK: define internal i32 @work_item.f.row(
; CHECK: rest:
; CHECK-NOT: call
; CHECK: store float
; CHECK-NOT: call
; CHECK: br i1 {{.*}}, label %rest
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
