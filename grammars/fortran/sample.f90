! A sample of the language.
module shapes
  use, intrinsic :: iso_fortran_env, only: real64, wide => int64
  implicit none
  private
  public :: point, area
  integer, parameter :: limit = 4
  real(real64), dimension(3, 3) :: matrix = 0.0

  type, abstract :: base
    integer :: id = 1
  contains
    procedure(hidden), deferred :: draw
  end type base

  type, extends(base) :: point
    real :: x, y
    character(len=20), allocatable :: name
  contains
    procedure :: draw => draw_point
  end type point

  abstract interface
    subroutine hidden(self)
      import :: base
      class(base), intent(in) :: self
    end subroutine hidden
  end interface

  interface area
    module procedure area_point, area_number
  end interface area

contains

  subroutine draw_point(self)
    class(point), intent(in) :: self
    print *, self%x, self%y
  end subroutine draw_point

  pure function area_point(p) result(total)
    type(point), intent(in) :: p
    real :: total
    total = p%x * p%y
  end function area_point

  recursive integer function area_number(n) result(total)
    integer, intent(in) :: n
    if (n <= 1) then
      total = 1
      return
    else if (n == 2 .and. .not. (n > limit)) then
      total = -2
    else
      total = n * area_number(n - 1)
    end if
  end function area_number

end module shapes

program sample
  use shapes
  implicit none
  integer :: i, j, counter = 0
  integer, allocatable :: list(:)
  logical :: done
  character(len=*), parameter :: text = "text" // 'more'
  type(point) :: p

  allocate(list(10), source=0)
  p%x = 1.5e0
  outer: do i = 1, limit, 2
    if (mod(i, 2) == 0) cycle outer
    do j = 1, 3
      list(i) = list(j) + i ** 2
    end do
    if (i > 3) exit outer
  end do outer
  do while (counter < 3)
    counter = counter + 1
  end do
  select case (counter)
  case (1, 2)
    print *, "small"
  case (3:5)
    print *, "middle"
  case default
    stop 1
  end select
  where (list > 2)
    list = 0
  elsewhere
    list = list + 1
  end where
  call show(list, width=3)
  list(1:3) = [1, 2, 3]
  write (*, '(a, i0)') text, size(list)
  done = all(list >= 0) .or. any([(i, i = 1, 3)] == 2)
  if (done) goto 10
  read (*, *) counter
10 continue
  deallocate(list)

contains

  subroutine show(values, width)
    integer, intent(inout) :: values(:)
    integer, intent(in), optional :: width
    if (present(width)) values = width
  end subroutine show

end program sample
