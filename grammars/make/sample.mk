# A sample of the language.
include other.mk
-include missing.mk

CC := gcc
CFLAGS ?= -O2 -g
SOURCES = $(wildcard src/*.c) main.c
OBJECTS += $(SOURCES:.c=.o)
export PATH
VPATH = src

define TEXT
several
lines
endef

ifeq ($(CC),gcc)
CFLAGS += -Wall
else ifdef CLANG
CFLAGS += -Weverything
else
CFLAGS += -w
endif

.PHONY: all clean

all: program tests | build
	@echo "done $@"

program: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^
	-rm -f temporary
	@if test -f $@; then \
		echo yes; \
	fi

%.o: %.c other.h
	$(CC) -c $< -o $@

tests: program
	./program -v
	echo "$(CC)" > log

main.o: main.c other.h config.h
other.o: other.c other.h

build:
	mkdir -p $(call dir,a,b)

clean:
	rm -rf build $(filter-out a.o,$(OBJECTS)) $(shell ls)

debug = $(if $(DEBUG),-g,-O2)
