; PASS: linearize unchanged
; Without divergent branches nothing changes.
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %n, 10
  br i1 %is_small, label %work, label %end
work:
  br label %loop
loop:
  %i = phi i32 [ %n, %work ], [ %next, %loop ]
  %next = add i32 %i, 1
  %index = add i32 %i, %lane
  %address = getelementptr i32, ptr %memory, i32 %index
  store i32 %i, ptr %address
  %more = icmp slt i32 %next, 10
  br i1 %more, label %loop, label %done
done:
  br label %end
end:
  ret i32 -1
}
