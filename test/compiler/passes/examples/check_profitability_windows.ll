; PASS: check_profitability lanes=16 parts=4 processor=avx2
; Work-items with interleaved accesses share their rows, also where their first and last elements
; are clamped at the edges.
; CHECK: windows: packets
define i32 @windows(ptr %in, ptr %out, i64 %width, i64 %radius, CONTEXT) {
entry:
  %start = sub i64 %local_id.x, %radius
  %missing = sub i64 0, %start
  %first = call i64 @llvm.smax.i64(i64 %missing, i64 0)
  %size = mul i64 %radius, 2
  %left = sub i64 %width, %start
  %end = call i64 @llvm.smin.i64(i64 %size, i64 %left)
  %some = icmp slt i64 %first, %end
  br i1 %some, label %loop, label %done
loop:
  %j = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = add i64 %start, %j
  %from = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %from
  %sum.next = add i32 %sum, %v
  %next = add nsw i64 %j, 1
  %again = icmp slt i64 %next, %end
  br i1 %again, label %loop, label %done
done:
  %total = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %total, ptr %to
  ret i32 -1
}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
