package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

const (
	low = iota
	normal
	urgent
)

type job struct {
	name  string
	level int
	cost  int
}

type logger interface {
	log(text string)
}

type memory struct {
	lines []string
}

func (m *memory) log(text string) { m.lines = append(m.lines, text) }

type queue struct {
	memory
	jobs  []job
	limit int
}

var errFull = errors.New("full")

func newQueue(limit int) *queue { return &queue{limit: limit} }

func (q *queue) add(name string, level, cost int) error {
	if len(q.jobs) >= q.limit {
		return fmt.Errorf("%s: %w", name, errFull)
	}
	q.jobs = append(q.jobs, job{name: name, level: level, cost: cost})
	q.log("added " + name)
	return nil
}

func before(a, b job) bool {
	if a.level != b.level {
		return a.level > b.level
	}
	return a.name < b.name
}

func (q *queue) sorted() []job {
	all := append([]job(nil), q.jobs...)
	sort.Slice(all, func(i, j int) bool { return before(all[i], all[j]) })
	return all
}

func total(jobs []job, keep func(job) bool) (sum int) {
	for _, it := range jobs {
		if keep(it) {
			sum += it.cost * weight(it.level)
		}
	}
	return
}

func weight(level int) int {
	switch level {
	case urgent:
		return 3
	case normal:
		return 2
	}
	return 1
}

func isDear(it job) bool { return it.cost > 1 }

func report(to logger, jobs []job) {
	var names []string
	for _, it := range jobs {
		names = append(names, it.name)
	}
	to.log(strings.Join(names, ","))
}

func main() {
	q := newQueue(3)
	for i, name := range []string{"wash", "cook", "read", "rest"} {
		if err := q.add(name, i%3, i+1); errors.Is(err, errFull) {
			fmt.Println(err)
		}
	}
	jobs := q.sorted()
	report(q, jobs)
	fmt.Println(q.lines, total(jobs, isDear))
}
