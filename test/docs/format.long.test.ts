import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { Placement } from '../../src/board/placement.js';
import { CheckedLedger } from '../../src/ledger/checked-ledger.js';
import { sealLine, seedOf } from '../../src/ledger/line.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { subproblemsOfCut } from '../../src/plan/meet-cuts.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { type Kernel, makeKernel } from '../../workers/kernels.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { countedInTurn, ledgerText } from '../ledger/ledger-text.js';

const path = temporaryFolder();
const page = readFileSync(new URL('../../docs/format.md', import.meta.url), 'utf8');

/** Returns the text of all code blocks in docs/format.md with this label after ```. */
function blocks(language: string): string {
  const fenced = /^```([^\n]*)\n(.*?)^```$/gms;
  return [...page.matchAll(fenced)].flatMap(([, name, text]) => (name === language ? text : [])).join('\n');
}

/** The exports of the checker in docs/format.md. */
interface Checker {
  countOf(subproblem: Subproblem, boards: Iterable<Placement>): number;
  solutions(n: number): Iterable<Placement>;
}

const kernels: Readonly<Record<Subproblem['algorithm'], Kernel>> = {
  bitmask: makeKernel(compileKernel('bitmask', 'fast')),
  meet: makeKernel(compileKernel('meet', 'fast')),
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
  for (const band of bands) for (const cut of cuts) yield* subproblemsOfCut(n, { ...band, ...cut });
}

function sealed(plan: Plan, text: string): string {
  return sealLine(text, seedOf(plan.hash)).trimEnd();
}

describe('docs/format.md', () => {
  test('has an example file that the program reads', () => {
    const ledger = new CheckedLedger('the example');
    expect(ledger.read(Buffer.from(blocks('')))).toHaveLength(3);
    expect(ledger.results.plan).toEqual(planBitmask(4, 2));
    expect([ledger.isTorn, ledger.problem]).toEqual([false, undefined]);
  });

  test('has a reader that reads ledger files and finds damage', async () => {
    writeFileSync(path('reader.mjs'), blocks('js reader'));
    const plan = planBitmask(9, 2);
    const text = ledgerText(plan, countedInTurn(plan));
    function read(text: string) {
      writeFileSync(path('file'), text);
      return execa(process.execPath, [path('reader.mjs'), path('file')], { reject: false });
    }
    expect(await read(text)).toMatchObject({ stdout: 'n = 9: 28 of 28 subproblems are finished', exitCode: 0 });
    expect(await read(text.slice(0, -3))).toMatchObject({ stdout: 'n = 9: 27 of 28 subproblems are finished' });
    for (const [damaged, error] of [
      [text.replace('\n0.3 1 ', '\n0.3 7 '), 'line 3 is damaged'],
      [text.replace(/\n0\.3 .*/, `\n${sealed(plan, '0.3 01 0 1.000 9')}`), 'line 3 is damaged'],
      [`${text}x\n0.2`, 'line 30 is damaged'],
      [`${text}${sealed(plan, `0.3 1 ${2 ** 53} 1.000 9`)}\nx\n`, 'line 30 is damaged'],
      [text.replace('"n":9', '"n":8'), 'line 1 is damaged'],
      ['', 'the file is empty, or its first line is torn'],
      [text.slice(0, 100), 'the file is empty, or its first line is torn'],
    ] as const) {
      expect((await read(damaged)).stderr).toContain(error);
    }
  });
});

describe('the checker in docs/format.md', () => {
  test.each([8, 9, 10, 11, 12])('returns the same counts as the kernel for n = %i', async (n) => {
    const checker = `data:text/javascript,${encodeURIComponent(blocks('js checker'))}`;
    const { countOf, solutions }: Checker = await import(checker);
    const all = [...solutions(n)];
    let total = 0;
    for (const subproblem of kindsOf(n)) {
      const { count } = kernels[subproblem.algorithm](subproblem);
      expect(countOf(subproblem, all), subproblem.id).toBe(count);
      total += count;
    }
    expect(total).toBeGreaterThan(0);
  });

  test('accepts the output of plan --json, which has the hash that the page defines', async () => {
    writeFileSync(path('check.mjs'), blocks('js checker'));
    for (const args of [
      ['9', '--algorithm', 'bitmask'],
      ['9', '--algorithm', 'meet', '--threads', '4'],
    ]) {
      const { stdout } = await queensPar(['plan', ...args, '--json']);
      const { subproblemList, planHash, n, algorithm } = JSON.parse(stdout);
      const hashed = [n, algorithm, subproblemList.map(({ cost, ...rest }: { cost: number }) => rest)];
      expect(createHash('sha256').update(JSON.stringify(hashed)).digest('hex')).toBe(planHash);

      writeFileSync(path('plan.json'), stdout);
      await queensPar([...args, '--checkpoint', path(`${algorithm}.ledger`), '--quiet']);
      const [, line] = readFileSync(path(`${algorithm}.ledger`), 'utf8').split('\n');
      const [id = '', count] = line?.split(' ') ?? [];
      const checked = await execa(process.execPath, [path('check.mjs'), id, path('plan.json')]);
      expect(checked.stdout).toBe(count);
    }
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
