; ModuleID = 'a.c'
source_filename = "a.c"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @sum(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %8

6:                                                ; preds = %8, %2
  %7 = phi i32 [ 0, %2 ], [ %15, %8 ]
  ret i32 %7

8:                                                ; preds = %4, %8
  %9 = phi i64 [ 0, %4 ], [ %16, %8 ]
  %10 = phi i32 [ 0, %4 ], [ %15, %8 ]
  %11 = getelementptr inbounds i32, ptr %0, i64 %9
  %12 = load i32, ptr %11, align 4, !tbaa !5
  %13 = icmp sgt i32 %12, 0
  %14 = select i1 %13, i32 %12, i32 -1
  %15 = add nsw i32 %14, %10
  %16 = add nuw nsw i64 %9, 1
  %17 = icmp eq i64 %16, %5
  br i1 %17, label %6, label %8, !llvm.loop !9
}

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @hash(ptr nocapture noundef readonly %0) local_unnamed_addr {
  %2 = load i8, ptr %0, align 1, !tbaa !12
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %14, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %12, %4 ], [ %2, %1 ]
  %6 = phi i32 [ %11, %4 ], [ 5381, %1 ]
  %7 = phi ptr [ %9, %4 ], [ %0, %1 ]
  %8 = mul i32 %6, 33
  %9 = getelementptr inbounds i8, ptr %7, i64 1
  %10 = zext i8 %5 to i32
  %11 = xor i32 %8, %10
  %12 = load i8, ptr %9, align 1, !tbaa !12
  %13 = icmp eq i8 %12, 0
  br i1 %13, label %14, label %4, !llvm.loop !13

14:                                               ; preds = %4, %1
  %15 = phi i32 [ 5381, %1 ], [ %11, %4 ]
  ret i32 %15
}

; Function Attrs: nofree nosync nounwind uwtable
define dso_local i64 @fib(i32 noundef %0) local_unnamed_addr {
  br label %2

2:                                                ; preds = %9, %1
  %3 = phi i64 [ 0, %1 ], [ %13, %9 ]
  %4 = phi i32 [ %0, %1 ], [ %12, %9 ]
  %5 = icmp slt i32 %4, 2
  br i1 %5, label %6, label %9

6:                                                ; preds = %2
  %7 = sext i32 %4 to i64
  %8 = add nsw i64 %3, %7
  ret i64 %8

9:                                                ; preds = %2
  %10 = add nsw i32 %4, -1
  %11 = tail call i64 @fib(i32 noundef %10)
  %12 = add nsw i32 %4, -2
  %13 = add nsw i64 %3, %11
  br label %2
}

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @search(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr {
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %5, label %18

5:                                                ; preds = %3, %5
  %6 = phi i32 [ %16, %5 ], [ 0, %3 ]
  %7 = phi i32 [ %15, %5 ], [ %1, %3 ]
  %8 = add nuw nsw i32 %6, %7
  %9 = lshr i32 %8, 1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  %12 = load i32, ptr %11, align 4, !tbaa !5
  %13 = icmp slt i32 %12, %2
  %14 = add nuw nsw i32 %9, 1
  %15 = select i1 %13, i32 %7, i32 %9
  %16 = select i1 %13, i32 %14, i32 %6
  %17 = icmp slt i32 %16, %15
  br i1 %17, label %5, label %18, !llvm.loop !14

18:                                               ; preds = %5, %3
  %19 = phi i32 [ 0, %3 ], [ %16, %5 ]
  %20 = icmp slt i32 %19, %1
  br i1 %20, label %21, label %27

21:                                               ; preds = %18
  %22 = zext i32 %19 to i64
  %23 = getelementptr inbounds i32, ptr %0, i64 %22
  %24 = load i32, ptr %23, align 4, !tbaa !5
  %25 = icmp eq i32 %24, %2
  %26 = select i1 %25, i32 %19, i32 -1
  br label %27

27:                                               ; preds = %21, %18
  %28 = phi i32 [ -1, %18 ], [ %26, %21 ]
  ret i32 %28
}

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local void @copy(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %9

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64
  %7 = zext i32 %2 to i64
  %8 = getelementptr i8, ptr %1, i64 %6
  br label %10

9:                                                ; preds = %27, %3
  ret void

10:                                               ; preds = %5, %27
  %11 = phi i64 [ 0, %5 ], [ %32, %27 ]
  %12 = xor i64 %11, -1
  %13 = getelementptr i8, ptr %8, i64 %12
  %14 = load i8, ptr %13, align 1, !tbaa !12
  %15 = load i8, ptr %1, align 1, !tbaa !12
  %16 = icmp eq i8 %15, 0
  br i1 %16, label %27, label %17

17:                                               ; preds = %10, %17
  %18 = phi i8 [ %25, %17 ], [ %15, %10 ]
  %19 = phi i32 [ %24, %17 ], [ 5381, %10 ]
  %20 = phi ptr [ %22, %17 ], [ %1, %10 ]
  %21 = mul i32 %19, 33
  %22 = getelementptr inbounds i8, ptr %20, i64 1
  %23 = zext i8 %18 to i32
  %24 = xor i32 %21, %23
  %25 = load i8, ptr %22, align 1, !tbaa !12
  %26 = icmp eq i8 %25, 0
  br i1 %26, label %27, label %17, !llvm.loop !13

27:                                               ; preds = %17, %10
  %28 = phi i32 [ 5381, %10 ], [ %24, %17 ]
  %29 = trunc i32 %28 to i8
  %30 = add i8 %14, %29
  %31 = getelementptr inbounds i8, ptr %0, i64 %11
  store i8 %30, ptr %31, align 1, !tbaa !12
  %32 = add nuw nsw i64 %11, 1
  %33 = icmp eq i64 %32, %7
  br i1 %33, label %9, label %10, !llvm.loop !15
}



!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = !{!7, !7, i64 0}
!13 = distinct !{!13, !10, !11}
!14 = distinct !{!14, !10, !11}
!15 = distinct !{!15, !10, !11}
