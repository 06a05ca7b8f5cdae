#!/usr/bin/env Rscript
# A sample of the language.
library(stats)
source("other.R")

limit <- 16L
0x1F -> other
total <<- 1e-3
names <- c(one = 1, "two" = 2, 3)
table <- list(a = 1, b = "text", `odd name` = TRUE)

check <- function(value, list = NULL, ..., first = 1) {
  counter <- if (value > 3) value else -value
  if (is.null(list) && value != 1 || !(first == 1)) {
    return(NA)
  } else if (value %% 2 == 0) {
    counter <- counter + 1
  } else {
    stop("bad ", value)
  }
  for (item in seq_len(limit)) {
    if (item == 2) next
    print(item)
  }
  while (counter > 0) {
    counter <- counter - 1
    if (counter < 5) break
  }
  repeat {
    break
  }
  result <- tryCatch({
    log(-1)
  }, error = function(problem) {
    conditionMessage(problem)
  }, finally = cat("done\n"))
  switch(value,
    small = 1,
    large = ,
    2
  )
  invisible(counter)
}

double <- \(x) x * 2
squares <- sapply(1:10, function(x) x^2)
table$a <- names[["one"]] + squares[2:3, drop = FALSE]
table[["b"]] = 'single'
matrix(1:4, nrow = 2)[1, ]
names |> double() |> sum()
model <- lm(y ~ x + I(x^2), data = frame)
stats::sd(squares) -> deviation
object@slot <- ~ x
(function(a, b) a %in% b)(1, 2)
if (TRUE) print("yes") else print("no")
values <- -1:3 * Inf
x = y <- base::c(1i, NaN, .5)
