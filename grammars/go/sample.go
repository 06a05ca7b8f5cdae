//go:build linux

// Package sample is a sample of the language.
package sample

import "fmt"
import (
	"os"
	str "strings"
	. "math"
	_ "embed"
)

const Limit, other = 1 << 4, 'x'
const (
	Zero = iota
	One
	Two string = "two"
)

var counter int
var a, b = 1, "two"
var (
	table = map[string][]int{"one": {1}, "two": nil}
	raw   = `raw
text`
	matrix [2][3]float64
)

type Point struct {
	X, Y int `json:"x"`
	*Base
	name string
	callback func(int, ...string) (bool, error)
}
type Number interface {
	~int | ~float64
	fmt.Stringer
	Area(scale float64) (area float64)
}
type (
	Alias = map[string]Point
	ID    uint64
	Chan  <-chan chan<- int
)
type List[T any, K comparable] struct {
	items []T
	next  *List[T, K]
}

func init() {}

func external(x int) int

func (p *Point) Move(dx, dy int, rest ...float64) (x int, err error) {
	p.X += dx
	p.Y -= dy * 2 &^ 1
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bad %v", r)
		}
	}()
	return p.X, nil
}

func (p Point) Sum() int { return p.X + p.Y }
func (l List[T, K]) Len() int { return len(l.items) }
func (l *List[T, K]) Clear() { l.items = nil }

func Map[T, U any](items []T, f func(T) U) []U {
	var out []U
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}

func control(n int, values ...int) (total int) {
	if n > 0 && !ready() {
		return 1
	} else if x := n % 2; x == 0 || x != 1 {
		total++
	} else {
		total--
	}
outer:
	for i := 0; i < 10; i++ {
		for total <= 100 {
			if i == 3 {
				continue outer
			}
			break outer
		}
	}
	for {
		goto done
	}
done:
	switch n {
	case 1, 2:
		total = 1
		fallthrough
	default:
		total = -n
	}
	switch v := any(n).(type) {
	case int, *string:
		_ = v
	case nil:
	}
	for i := range 3 {
		_ = i
	}
	select {
	case value, ok := <-input:
		fmt.Println(value, ok)
	case output <- 1:
	default:
	}
	go worker(values[1:], values[:2:3], &n, *pointer)
	{
		nested := 1
		_ = nested
	}
	return
}

func expressions() {
	p := Point{X: 1, Y: 2}
	q := &List[int, string]{items: []int{1, 2, 3}}
	array := [...]string{0: "a", 2: "b"}
	closure := func(x int) int { return x + p.X }
	made := make(map[string]func() error, 10)
	text := str.ToUpper("x") + string(rune(65)) + "\n" + array[0]
	number := (1 + 2i) * 3.5e2 / 0x1F
	generic := Map[int, string](q.items, nil)
	converted := interface{}(closure(1)).(int)
	var fn func() = nil
	fmt.Println(text, number, generic, converted, fn, made["x"], len(text) > 0)
	os.Exit(^1 | 2)
}
