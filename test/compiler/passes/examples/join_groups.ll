; PASS: join_groups width=scalar local=1,1,1
; A group of one work-item needs no barriers: only fences for memory that other groups see remain,
; and group reductions are the value of the one work-item.
; CHECK: define internal i32 @work_item.f(
; CHECK-NOT: call {{.*}}barrier
; CHECK-NOT: call {{.*}}mux.work_group
; CHECK: store volatile i32 1, ptr addrspace(3)
; CHECK-NEXT: store volatile i32 2, ptr addrspace(3)
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: store volatile i32 3, ptr addrspace(3)
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: store volatile float %value, ptr addrspace(1)
; CHECK-NEXT: store volatile float 0.000000e+00, ptr addrspace(1)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %local, ptr addrspace(1) %out, float %value) {
  store volatile i32 1, ptr addrspace(3) @variable
  call spir_func void @_Z7barrierj(i32 1)
  store volatile i32 2, ptr addrspace(3) @variable
  call spir_func void @_Z7barrierj(i32 3)
  store volatile i32 3, ptr addrspace(3) @variable
  call spir_func void @_Z18work_group_barrierj12memory_scope(i32 2, i32 2)
  %sum = call spir_func float @_Z21work_group_reduce_addf(float %value)
  store volatile float %sum, ptr addrspace(1) %out
  %before = call spir_func float @_Z29work_group_scan_exclusive_addf(float %value)
  store volatile float %before, ptr addrspace(1) %out
  ret void
}

@variable = internal addrspace(3) global i32 undef, align 4

declare spir_func void @_Z7barrierj(i32)
declare spir_func void @_Z18work_group_barrierj12memory_scope(i32, i32)
declare spir_func float @_Z21work_group_reduce_addf(float)
declare spir_func float @_Z29work_group_scan_exclusive_addf(float)
