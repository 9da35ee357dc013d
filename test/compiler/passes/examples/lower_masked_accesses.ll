; PASS: lower_masked_accesses without=avx512f width=8
; Inactive lanes store to the stack, so no lane needs a branch. Some processors gather.
; CHECK: define {{.*}}i32 @mux_kernel_f(
; CHECK: %[[PLACE:.+]] = alloca i32
; CHECK: select <8 x i1> %{{.+}}, <8 x ptr{{.*}}> %{{.+}}, <8 x ptr{{.*}}> %{{.+}}
; CHECK: extractelement <8 x ptr
; CHECK: store i32
; CHECK-NOT: @llvm.masked.scatter{{.*}}, <8 x i1> %
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, ptr addrspace(1) %places) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %places, i64 %i
  %place = load i64, ptr addrspace(1) %p
  %is_here = icmp sge i64 %place, 0
  br i1 %is_here, label %here, label %end
here:
  %from = getelementptr i32, ptr addrspace(1) %memory, i64 %place
  %value = load i32, ptr addrspace(1) %from
  %sum = add i32 %value, 1
  %next = mul i64 %place, 3
  %to = getelementptr i32, ptr addrspace(1) %memory, i64 %next
  store i32 %sum, ptr addrspace(1) %to
  br label %end
end:
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
