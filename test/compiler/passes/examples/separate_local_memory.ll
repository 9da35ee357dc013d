; PASS: separate_local_memory width=scalar local=2,1,1
; As many groups as the scratch memory allows run as one, each with its own part of the memory.
; CHECK: define internal i32 @work_item.f(
; CHECK: %[[GROUP:.+]] = udiv i64 %local_id.x, 2
; CHECK: %local_memory = udiv i64 %{{.+}}, 32
; CHECK: %group_memory = mul nuw nsw i64 %{{.+}}, %local_memory
; CHECK: %[[OWN:.+]] = getelementptr inbounds i8, ptr %scratch, i64 %group_memory
; CHECK: getelementptr inbounds i8, ptr %[[OWN]], i64 0
; CHECK: call {{.*}}barrier
target triple = "spir64"

@variable = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @f(ptr addrspace(1) %out) {
  store volatile i32 1, ptr addrspace(3) @variable
  call spir_func void @_Z7barrierj(i32 1)
  store volatile i32 2, ptr addrspace(3) @variable
  ret void
}

declare spir_func void @_Z7barrierj(i32)
