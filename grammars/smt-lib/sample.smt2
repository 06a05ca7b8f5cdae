; Is there a number that is less than its half? There is, below zero.
(set-logic QF_UFLIA)
(set-info :source |written for
this folder|)
(declare-sort Box 0)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-fun size (Box) Int)
(declare-const b Box)
(define-fun half ((x Int)) Int (div x 2)) ; rounds down
(assert (! (< (size b) (half (size b))) :named small))
(assert (let ((y (+ (size b) #x0f)) (z "say ""no""")) (=> (> y 3) (not (= y (- 4))))))
(assert (forall ((x Int)) (=> (>= x 0) (<= (half x) x))))
(push 1)
(assert (= ((_ extract 3 0) #b10101010) #b1010))
(check-sat)
(pop 1)
(get-value ((size b)))
(exit)
