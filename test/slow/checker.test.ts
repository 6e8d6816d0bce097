import { test } from 'vitest';
import { compareWithPage, kindsOf } from '../docs/checker.js';

test.each(kindsOf(12))('the checker of docs/format.md counts as the kernels do: %s', async (_, subproblems) => {
  await compareWithPage(subproblems());
});
