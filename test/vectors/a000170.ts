/** OEIS A000170: numbers of solutions of the n-queens problem, n = 0 to 20. */
export const A000170 = [
  1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624,
  4968057848, 39029188884,
].map(BigInt);
