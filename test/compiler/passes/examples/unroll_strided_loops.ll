; PASS: unroll_strided_loops
; Each work-item iterates over its own row: loads are unrolled by four, with one address, with a
; loop for the remainder. Loops over interleaved elements, over rows of varying lengths, and with
; stores are not unrolled.
; CHECK: %[[ROW:.+]] = phi ptr addrspace(1)
; CHECK: load float, ptr addrspace(1) %[[ROW]]
; CHECK: %[[SECOND:.+]] = getelementptr{{.*}} %[[ROW]], i64 4
; CHECK: load float, ptr addrspace(1) %[[SECOND]]
; CHECK: getelementptr{{.*}} %[[ROW]], i64 8
; CHECK: load float
; CHECK: getelementptr{{.*}} %[[ROW]], i64 12
; CHECK: load float
; CHECK: load float
; CHECK-NOT: load float
; CHECK: {{^}}column:
; CHECK: load float
; CHECK-NOT: load float
; CHECK: {{^}}length:
; CHECK: load float
; CHECK-NOT: load float
; CHECK: {{^}}write:
; CHECK: load float
; CHECK-NOT: load float
; CHECK: ret i32
target triple = "spir64"

define spir_kernel void @rows(ptr addrspace(1) %a, ptr addrspace(1) %sums, i32 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %i = trunc i64 %id to i32
  %first = mul nsw i32 %i, %n
  br label %row
row:
  %row.k = phi i32 [ 0, %entry ], [ %row.next, %row ]
  %row.sum = phi float [ 0.0, %entry ], [ %row.more, %row ]
  %row.sum_of = add nsw i32 %first, %row.k
  %row.index = sext i32 %row.sum_of to i64
  %row.from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %row.index
  %row.value = load float, ptr addrspace(1) %row.from
  %row.more = fadd float %row.sum, %row.value
  %row.next = add nsw i32 %row.k, 1
  %row.goes_on = icmp slt i32 %row.next, %n
  br i1 %row.goes_on, label %row, label %column
column:
  %column.k = phi i32 [ 0, %row ], [ %column.next, %column ]
  %column.sum = phi float [ %row.more, %row ], [ %column.more, %column ]
  %column.wide = sext i32 %column.k to i64
  %column.index = add i64 %id, %column.wide
  %column.from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %column.index
  %column.value = load float, ptr addrspace(1) %column.from
  %column.more = fadd float %column.sum, %column.value
  %column.next = add nsw i32 %column.k, 1
  %column.goes_on = icmp slt i32 %column.next, %n
  br i1 %column.goes_on, label %column, label %length
length:
  %length.k = phi i32 [ 0, %column ], [ %length.next, %length ]
  %length.sum = phi float [ %column.more, %column ], [ %length.more, %length ]
  %length.sum_of = add nsw i32 %first, %length.k
  %length.index = sext i32 %length.sum_of to i64
  %length.from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %length.index
  %length.value = load float, ptr addrspace(1) %length.from
  %length.more = fadd float %length.sum, %length.value
  %length.next = add nsw i32 %length.k, 1
  %length.goes_on = icmp slt i32 %length.next, %i
  br i1 %length.goes_on, label %length, label %write
write:
  %write.k = phi i32 [ 0, %length ], [ %write.next, %write ]
  %write.sum = phi float [ %length.more, %length ], [ %write.more, %write ]
  %write.sum_of = add nsw i32 %first, %write.k
  %write.index = sext i32 %write.sum_of to i64
  %write.from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %write.index
  %write.value = load float, ptr addrspace(1) %write.from
  %write.to = getelementptr inbounds float, ptr addrspace(1) %sums, i64 %write.index
  store float %write.value, ptr addrspace(1) %write.to
  %write.more = fadd float %write.sum, %write.value
  %write.next = add nsw i32 %write.k, 1
  %write.goes_on = icmp slt i32 %write.next, %n
  br i1 %write.goes_on, label %write, label %end
end:
  %to = getelementptr inbounds float, ptr addrspace(1) %sums, i64 %id
  store float %write.more, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
