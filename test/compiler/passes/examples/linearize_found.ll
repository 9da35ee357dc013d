; PASS: linearize
; Constants that identify the exit of the loop: each lane must keep its own.
; CHECK: loop:
; CHECK: call i1 @mux.lanes.any
; CHECK: done:
; CHECK: %found
; CHECK: store i32 %found
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %test, label %done
test:
  %is_it = icmp eq i32 %i, %lane
  br i1 %is_it, label %done, label %again
again:
  %next = add i32 %i, 1
  br label %loop
done:
  %found = phi i32 [ 0, %loop ], [ 1, %test ]
  %address = getelementptr i32, ptr %memory, i32 %lane
  store i32 %found, ptr %address
  ret i32 -1
}
