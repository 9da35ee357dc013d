; PASS: check_profitability lanes=16 parts=4
; Work-items that iterate over rows run alone where LLVM can vectorize the loop over the row, of
; known or unknown length; these loops are kept. Packets are used for ordered reductions over rows,
; for short rows, for interleaved accesses, and for a loop that is left at some element. Counting in
; local memory uses packets where each work-item has an unknown stride and its neighbors read
; contiguous elements, and runs alone where each work-item reads one line.
; CHECK: maxima: alone, each iterates over a row
; CHECK: pointers: alone, each iterates over a row
; CHECK: long_rows: alone, each iterates over a row
; CHECK: ordered: packets
; CHECK: short_rows: packets
; CHECK: side_by_side: packets
; CHECK: finds: packets
; CHECK: counts_in_strides: packets
; CHECK: counts_in_a_line: alone, most of it is atomic operations
; CHECK: define i32 @maxima(
; CHECK: br i1 %again, label %loop, label %done, !llvm.loop
; CHECK: define i32 @pointers(
; CHECK: br i1 %again, label %loop, label %done, !llvm.loop
; CHECK: define i32 @long_rows(
; CHECK: br i1 %again, label %loop, label %done, !llvm.loop
; CHECK: define i32 @ordered(
; CHECK-NOT: !llvm.loop
; CHECK: !"mux.loop.kept_for_vectorizer"
; CHECK: !"llvm.loop.unroll.disable"
define i32 @maxima(ptr %in, ptr %out, i64 %width, CONTEXT) {
entry:
  %row = mul i64 %local_id.x, %width
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %best = phi i32 [ 0, %entry ], [ %better, %loop ]
  %at = add i64 %row, %j
  %from = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %from
  %better = call i32 @llvm.umax.i32(i32 %best, i32 %v)
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %width
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %better, ptr %to
  ret i32 -1
}
define i32 @pointers(ptr %in, ptr %out, i64 %width, CONTEXT) {
entry:
  %row = mul i64 %local_id.x, %width
  %first = getelementptr i32, ptr %in, i64 %row
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = phi ptr [ %first, %entry ], [ %beside, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %v = load i32, ptr %from
  %beside = getelementptr i8, ptr %from, i64 4
  %sum.next = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %width
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %sum.next, ptr %to
  ret i32 -1
}
define i32 @long_rows(ptr %in, ptr %out, CONTEXT) {
entry:
  %row = mul i64 %local_id.x, 128
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = add i64 %row, %j
  %from = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %from
  %sum.next = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, 128
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %sum.next, ptr %to
  ret i32 -1
}
define i32 @ordered(ptr %in, ptr %out, i64 %width, CONTEXT) {
entry:
  %row = mul i64 %local_id.x, %width
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %at = add i64 %row, %j
  %from = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %from
  %sum.next = fadd float %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %width
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr float, ptr %out, i64 %local_id.x
  store float %sum.next, ptr %to
  ret i32 -1
}
define i32 @short_rows(ptr %in, ptr %out, CONTEXT) {
entry:
  %row = mul i64 %local_id.x, 12
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = add i64 %row, %j
  %from = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %from
  %sum.next = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, 12
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %sum.next, ptr %to
  ret i32 -1
}
define i32 @side_by_side(ptr %in, ptr %out, i64 %width, CONTEXT) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = add i64 %local_id.x, %j
  %from = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %from
  %sum.next = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %width
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %sum.next, ptr %to
  ret i32 -1
}
define i32 @finds(ptr %in, ptr %out, i64 %width, CONTEXT) {
entry:
  %row = mul i64 %local_id.x, %width
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %goes.on ]
  %at = add i64 %row, %j
  %from = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %from
  %found = icmp eq i32 %v, 7
  br i1 %found, label %done, label %goes.on
goes.on:
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %width
  br i1 %again, label %loop, label %done
done:
  %index = phi i64 [ %j, %loop ], [ %width, %goes.on ]
  %to = getelementptr i64, ptr %out, i64 %local_id.x
  store i64 %index, ptr %to
  ret i32 -1
}
declare i32 @llvm.umax.i32(i32, i32)

define i32 @counts_in_strides(ptr %in, ptr addrspace(3) %counts, i64 %width, i64 %end, CONTEXT) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %local_id.x, %entry ], [ %next, %loop ]
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %from = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %from
  %bin = and i32 %v, 255
  %to = getelementptr i32, ptr addrspace(3) %counts, i32 %bin
  %old = atomicrmw add ptr addrspace(3) %to, i32 %bin monotonic
  %next = add i64 %i, %width
  %j.next = add nuw i64 %j, 1
  %again = icmp ult i64 %j.next, %end
  br i1 %again, label %loop, label %done
done:
  ret i32 -1
}

define i32 @counts_in_a_line(ptr %in, ptr addrspace(3) %counts, i64 %width, i64 %end, CONTEXT) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %local_id.x, %entry ], [ %next, %loop ]
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %from = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %from
  %bin = and i32 %v, 255
  %to = getelementptr i32, ptr addrspace(3) %counts, i32 %bin
  %old = atomicrmw add ptr addrspace(3) %to, i32 %bin monotonic
  %next = add i64 %i, 8
  %j.next = add nuw i64 %j, 1
  %again = icmp ult i64 %j.next, %end
  br i1 %again, label %loop, label %done
done:
  ret i32 -1
}
