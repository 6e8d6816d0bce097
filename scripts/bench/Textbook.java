/**
 * The baseline in Java: the textbook's recursive bitmask search, halved by mirror symmetry, as in textbook.c. Prints the
 * number of solutions for n queens. javac Textbook.java && java Textbook 16
 */
final class Textbook {
  private static int all;

  private static long place(int columns, int left, int right) {
    if (columns == all) return 1;
    long solutions = 0;
    for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
      int queen = free & -free;
      solutions += place(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
  }

  private static long count(int n) {
    if (n < 2) return 1;
    all = (1 << n) - 1;
    long solutions = 0;
    for (int column = 0; column < n / 2; column++) {
      int queen = 1 << column;
      solutions += 2 * place(queen, queen << 1, queen >> 1);
    }
    if (n % 2 == 0) return solutions;
    // The middle column is its own mirror image: halve the second row instead.
    int queen = 1 << (n / 2);
    for (int column = 0; column < n / 2 - 1; column++) {
      int second = 1 << column;
      solutions += 2 * place(queen | second, (queen << 1 | second) << 1, (queen >> 1 | second) >> 1);
    }
    return solutions;
  }

  public static void main(String[] arguments) {
    System.out.println(count(Integer.parseInt(arguments[0])));
  }
}
