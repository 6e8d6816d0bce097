// The baseline: a textbook recursive bitmask search in plain C, with half the work thanks to mirror symmetry. Prints
// the number of solutions for n queens. Compile and try with: gcc -O3 -march=native -o textbook textbook.c &&
// ./textbook 16
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t all;

static uint64_t place(uint32_t columns, uint32_t left, uint32_t right) {
  if (columns == all) return 1;
  uint64_t solutions = 0;
  for (uint32_t free = all & ~(columns | left | right); free; free &= free - 1) {
    uint32_t queen = free & -free;
    solutions += place(columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return solutions;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 2 || n > 31) return n == 0 || n == 1 ? puts("1") < 0 : 2;
  all = (1u << n) - 1;
  uint64_t solutions = 0;
  for (int column = 0; column < n / 2; column++) {
    uint32_t queen = 1u << column;
    solutions += 2 * place(queen, queen << 1, queen >> 1);
  }
  if (n % 2) { // the middle column is its own mirror image, so halve the second row instead
    uint32_t queen = 1u << (n / 2), left = queen << 1, right = queen >> 1;
    for (int column = 0; column < n / 2 - 1; column++) {
      uint32_t second = 1u << column;
      solutions += 2 * place(queen | second, (left | second) << 1, (right | second) >> 1);
    }
  }
  printf("%llu\n", (unsigned long long)solutions);
}
