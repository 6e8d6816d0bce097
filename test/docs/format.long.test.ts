import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { countOf, placements } from '../../docs/check.mjs';
import { subproblemsOfCut } from '../../src/core/plan/meet-plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import type { Subproblem } from '../../src/core/plan/subproblem.js';
import { CheckedLedger } from '../../src/core/results/checked-ledger.js';
import { compileKernel } from '../../src/node/threads/compile-kernel.js';
import { createKernel, type Kernel } from '../../workers/kernels.js';
import { planBitmask, planMeet } from '../core/plan/plans.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../node/ledger/folder.js';

const path = temporaryFolder();
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const page = readFileSync(`${docs}format.md`, 'utf8');

/** Returns the text of each code block in docs/format.md with this label after ```. */
function blocks(label: string): string[] {
  const fenced = /^```([^\n]*)\n(.*?)^```$/gms;
  return [...page.matchAll(fenced)].flatMap(([, name, text = '']) => (name === label ? [text] : []));
}

const kernels: Readonly<Record<Subproblem['algorithm'], Kernel>> = {
  bitmask: createKernel(compileKernel('bitmask', 'fast')),
  meet: createKernel(compileKernel('meet', 'fast')),
};

/** Returns subproblems of all kinds for a board (n at least 8), even kinds that its plans do not use. */
function* kindsOf(n: number): Generator<Subproblem> {
  for (const depth of n < 12 ? [0, 1, 2, 3] : [0, 1, 2]) yield* planBitmask(n, depth).subproblems;
  for (const threads of [1, 8]) yield* planMeet(n, { threads }).subproblems;
  const middle = Math.floor(n / 2);
  const bands = [
    { rowsAbove: middle - 1, bandRows: 2, lastRow: middle - 1 },
    { rowsAbove: middle - 1, bandRows: 3, lastRow: middle + 1 },
    { rowsAbove: middle - 2, bandRows: 4, lastRow: middle - 2 },
    ...(n % 2 === 1 ? [{ rowsAbove: middle, bandRows: 2, lastRow: middle + 1 }] : []),
  ];
  // Split columns in the middle, at the edges, or in both places.
  const cuts = [
    { splitColumns: 0, givenQueens: n < 12 ? 9 : 1 },
    { splitColumns: 7 << (middle - 1), givenQueens: 1 },
    { splitColumns: 0b11, givenQueens: 2 },
    { splitColumns: (1 << (n - 1)) | (1 << middle) | 1, givenQueens: 1 },
  ];
  for (const band of bands) for (const cut of cuts) yield* runSteps(subproblemsOfCut(n, { ...band, ...cut }));
}

describe('docs/format.md', () => {
  test('has an example file that the program reads', () => {
    const ledger = new CheckedLedger('the example');
    expect(ledger.read(Buffer.from(blocks('').join('\n')))).toHaveLength(3);
    expect(ledger.results.plan).toEqual(planBitmask(4, 2));
    expect([ledger.isTorn, ledger.problem]).toEqual([false, undefined]);
  });

  test('defines the hash of a plan', async () => {
    for (const args of [
      ['9', '--algorithm', 'bitmask'],
      ['9', '--algorithm', 'meet', '--threads', '4'],
    ]) {
      const { stdout } = await queensPar(['plan', ...args, '--json']);
      const { subproblemList, planHash, n, algorithm } = JSON.parse(stdout);
      const hashed = [n, algorithm, subproblemList.map(({ cost, ...rest }: { cost: number }) => rest)];
      expect(createHash('sha256').update(JSON.stringify(hashed)).digest('hex')).toBe(planHash);
    }
  });
});

describe('docs/check.mjs', () => {
  test.each([8, 9, 10, 11, 12])('returns the same counts as the kernel for n = %i', (n) => {
    const all = [...placements(n)];
    let total = 0;
    for (const subproblem of kindsOf(n)) {
      const { count } = kernels[subproblem.algorithm](subproblem);
      expect(countOf(subproblem, all), subproblem.id).toBe(count);
      total += count;
    }
    expect(total).toBeGreaterThan(0);
  });

  const commands: [string, number, string[]][] = [
    ['bitmask', 352, ['9', '--algorithm', 'bitmask']],
    ['bitmask, one subproblem', 92, ['8', '--algorithm', 'bitmask', '--depth', '0']],
    ['bitmask, more rows than the board has', 40, ['7', '--algorithm', 'bitmask', '--depth', '9']],
    ['meet', 724, ['10', '--algorithm', 'meet', '--threads', '4']],
    ['meet, n odd', 2680, ['11', '--algorithm', 'meet', '--threads', '4']],
  ];
  test.each(commands)('adds up a ledger of %s, and recounts it', async (_, total, args) => {
    const file = path(`${args.join('')}.ledger`);
    await queensPar([...args, '--checkpoint', file, '--quiet']);
    const { stdout, exitCode } = await execa(process.execPath, [`${docs}check.mjs`, file, '1000']);
    expect(stdout).toContain(`together ${total} solutions; brute force finds ${total}; `);
    expect(stdout).toMatch(/\n[1-9]\d* random subproblems recounted by brute force: 0 are wrong\n/);
    expect(exitCode).toBe(0);
  });
});

/** Returns `work` as the page defines it: the number of placements that extend the prefix by one or more rows. */
function waysBelow(n: number, board: readonly number[]): number {
  let ways = 0;
  for (let column = 0; board.length < n && column < n; column++) {
    const row = board.length;
    const isFree = board.every((other, above) => other !== column && Math.abs(other - column) !== row - above);
    if (isFree) ways += 1 + waysBelow(n, [...board, column]);
  }
  return ways;
}

test.each([8, 9])('the work counter of bitmask follows the definition in docs/format.md for n = %i', (n) => {
  for (const subproblem of planBitmask(n, 2).subproblems) {
    expect(kernels.bitmask(subproblem).work).toBe(waysBelow(n, subproblem.prefix));
  }
});
