import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partOf, threadsOfParts } from '../../../src/core/plan/part.js';
import { choosePlan } from '../../core/plan/plans.js';
import { ledgerText } from '../../core/results/ledger-text.js';
import { queensPar } from '../../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';

const path = temporaryFolder();

test('a thousand parts of n = 24 are merged with less than 400 MB of memory', async () => {
  const plan = choosePlan(24, { threads: threadsOfParts(1000) });
  const files = Array.from({ length: 1000 }, (_, index) => {
    const part = { k: index + 1, m: 1000 };
    const lines = partOf(plan, part).subproblems.map(({ id }) => ({
      id,
      count: 0,
      work: 0,
      milliseconds: 0,
      ended: 0,
    }));
    writeFileSync(path(String(part.k)), ledgerText(plan, lines, part));
    return path(String(part.k));
  });
  const reporter = `data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))`;
  const { stderr } = await queensPar(['merge', ...files], { env: { NODE_OPTIONS: `--import=${reporter}` } });
  expect(stderr).toMatch(/DIFFERS/); // all counts are 0
  expect(Number(/^peak (\d+)$/m.exec(stderr)?.[1])).toBeLessThan(400_000); // kilobytes
});
