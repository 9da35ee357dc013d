; PASS: linearize
; Both sides are cheap: the branch becomes a select where they join. A switch becomes comparisons.
; CHECK-NOT: br i1
; CHECK: %more = add
; CHECK: select i1 %is_small, i32 %more, i32 %less
; CHECK-NOT: br i1
; CHECK: %less = sub
; CHECK-NOT: br i1
; CHECK: met:
; CHECK: icmp eq i32 %lane, 3
; CHECK-NOT: br i1
; CHECK-NOT: switch
; CHECK: ret
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %lane, %n
  br i1 %is_small, label %one, label %other
one:
  %more = add i32 %lane, %n
  br label %met
other:
  %less = sub i32 %lane, %n
  br label %met
met:
  %value = phi i32 [ %more, %one ], [ %less, %other ]
  switch i32 %lane, label %join [ i32 3, label %three
                                  i32 5, label %three
                                  i32 7, label %seven ]
three:
  %third = mul i32 %value, 3
  br label %join
seven:
  %seventh = mul i32 %value, 7
  br label %join
join:
  %result = phi i32 [ %value, %met ], [ %third, %three ], [ %seventh, %seven ]
  %address = getelementptr i32, ptr %memory, i32 %lane
  store i32 %result, ptr %address
  ret i32 -1
}
