; PASS: unroll_strided_loops
; Each work-item compares its own short row with each of n others: the inner loop is unrolled
; completely, so the row can stay in registers. It is not where the row changes in each iteration of
; the outer loop.
; CHECK: {{^}}other:
; CHECK-NOT: {{^}}along:
; CHECK-COUNT-3: load float, ptr addrspace(1) %row.next
; CHECK: br i1 {{.*}}label %other
; CHECK: {{^}}next_row:
; CHECK: {{^}}next_along:
; CHECK: load float
; CHECK: load float
; CHECK: br i1 {{.*}}label %next_along
; CHECK-NOT: load float
; CHECK: ret i32
target triple = "spir64"

define spir_kernel void @rows(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %sums, i32 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %first = shl i64 %id, 2
  br label %other
other:
  %c = phi i32 [ 0, %entry ], [ %c.next, %compared ]
  %least = phi float [ 0x7FF0000000000000, %entry ], [ %less, %compared ]
  %b.first = shl nsw i32 %c, 2
  br label %along
along:
  %k = phi i32 [ 0, %other ], [ %k.next, %along ]
  %sum = phi float [ 0.0, %other ], [ %more, %along ]
  %k.wide = zext i32 %k to i64
  %index = add i64 %first, %k.wide
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %b.sum_of = add nsw i32 %b.first, %k
  %b.index = sext i32 %b.sum_of to i64
  %b.from = getelementptr inbounds float, ptr addrspace(1) %b, i64 %b.index
  %b.value = load float, ptr addrspace(1) %b.from
  %difference = fsub float %value, %b.value
  %square = fmul float %difference, %difference
  %more = fadd float %sum, %square
  %k.next = add nuw nsw i32 %k, 1
  %goes_on = icmp ult i32 %k.next, 4
  br i1 %goes_on, label %along, label %compared
compared:
  %is_less = fcmp olt float %more, %least
  %less = select i1 %is_less, float %more, float %least
  %c.next = add nsw i32 %c, 1
  %has_other = icmp slt i32 %c.next, %n
  br i1 %has_other, label %other, label %next_row
next_row:
  %d = phi i32 [ 0, %compared ], [ %d.next, %passed ]
  %total = phi float [ %less, %compared ], [ %next.more, %passed ]
  %d.wide = sext i32 %d to i64
  %d.first = add i64 %first, %d.wide
  br label %next_along
next_along:
  %j = phi i32 [ 0, %next_row ], [ %j.next, %next_along ]
  %next.sum = phi float [ %total, %next_row ], [ %next.more, %next_along ]
  %j.wide = zext i32 %j to i64
  %next.index = add i64 %d.first, %j.wide
  %next.from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %next.index
  %next.value = load float, ptr addrspace(1) %next.from
  %next.b.from = getelementptr inbounds float, ptr addrspace(1) %b, i64 %j.wide
  %next.b = load float, ptr addrspace(1) %next.b.from
  %next.product = fmul float %next.value, %next.b
  %next.more = fadd float %next.sum, %next.product
  %j.next = add nuw nsw i32 %j, 1
  %next.goes_on = icmp ult i32 %j.next, 4
  br i1 %next.goes_on, label %next_along, label %passed
passed:
  %d.next = add nsw i32 %d, 1
  %has_row = icmp slt i32 %d.next, %n
  br i1 %has_row, label %next_row, label %end
end:
  %to = getelementptr inbounds float, ptr addrspace(1) %sums, i64 %id
  store float %next.more, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
