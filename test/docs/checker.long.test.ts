import { test } from 'vitest';
import { compareWithPage, kindsOf } from './checker.js';

test.each(kindsOf(12))('the checker of docs/format.md agrees with the kernels on %s', async (_, subproblems) => {
  await compareWithPage(subproblems());
});
