/** Commands in documents that compute a number from a ledger give the right one for every ledger. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/core/plan/plan.js';
import type { Subproblem } from '../../src/core/plan/subproblem.js';
import { createKernel } from '../../workers/kernels.js';
import { planBitmask } from '../core/plan/plans.js';
import { ledgerText } from '../core/results/ledger-text.js';
import { PROGRAM } from '../e2e/program.js';
import { sandbox } from '../e2e/sandbox.js';
import { has } from '../machine.js';
import { DOCS } from './docs-program.js';
import { RIGHT } from './forge.js';

const { path, write, run } = sandbox();
mkdirSync(path('bin'));
symlinkSync(PROGRAM, path('bin/queens-par'));
symlinkSync(DOCS, path('docs'));

function count(plan: Plan): string {
  return ledgerText(plan, [...plan.subproblems].map(createKernel({ kind: 'reference' })));
}

/** A plan of 21 queens whose counts cannot be right, but add up to more than a double can hold. */
const large = planBitmask(21, 2);
const largeCount = ({ id }: Subproblem, index: number) => ({ id, count: Number.MAX_SAFE_INTEGER - 2 * index, work: 1 });
const largeTotal = large.subproblems.reduce(
  (total, subproblem, index) => total + BigInt(subproblem.weight) * BigInt(largeCount(subproblem, index).count),
  0n,
);

/** Ledgers with the number of solutions that their lines add up to. */
const LEDGERS: readonly (readonly [name: string, text: string, total: string])[] = [
  ['10-meet', RIGHT.meet, '724'],
  ['9-meet', RIGHT.split, '352'],
  ['8-bitmask', RIGHT.bitmask, '92'],
  ['11-bitmask', count(planBitmask(11, 1)), '2680'], // one subproblem has weight 1
  [
    '21-bitmask',
    ledgerText(
      large,
      large.subproblems.map((subproblem, index) => ({ ...largeCount(subproblem, index), milliseconds: 1, ended: 1 })),
    ),
    String(largeTotal),
  ],
];
for (const [name, text] of LEDGERS) write(`${name}.ledger`, text);

/** Commands that read a ledger and compute with another program, as `documents` shows them. */
const documents = ['README.md', ...readdirSync(DOCS).map((name) => `docs/${name}`)].filter((name) => /md$/.test(name));
const blocks = documents
  .map((name) => readFileSync(`${DOCS}../${name}`, 'utf8'))
  .flatMap((text) => [...text.matchAll(/^```(?:sh|bash|console|text)\n(.*?)^```$/gms)].map(([, block = '']) => block));
const commands = [...new Set(blocks.flatMap((block) => block.replaceAll(/\|\n\s*/g, '| ').split('\n')))];
const sums = commands.filter((command) => /\b(awk|gawk|bc|datamash|python3? -c)\b/.test(command));
const monitors = commands.filter((command) => /\bjq\b/.test(command));

/** Runs a command of a document on a ledger instead of the document's. Returns what it prints. */
async function compute(command: string, ledger: string): Promise<string> {
  const onLedger = command.replaceAll(/\S+\.ledger\b/g, ledger);
  expect(onLedger).toContain(ledger);
  const PATH = [path('bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  return (await execa('bash', ['-c', onLedger], { cwd: path(''), env: { PATH }, stdin: 'ignore' })).stdout;
}

test('documents show commands that add up counts, and one for a monitor', () => {
  expect({ sums: sums.length, monitors: monitors.length }).toEqual({ sums: 1, monitors: 1 });
});

test.runIf(has('bc')).each(sums)('%s prints the exact total of every ledger', async (command) => {
  for (const [name, , total] of LEDGERS) {
    expect([name, await compute(command, `${name}.ledger`)]).toEqual([name, total]);
  }
});

test.runIf(has('jq')).each(monitors)('%s writes the finished fraction', async (command) => {
  for (const [name] of LEDGERS) {
    const file = `${name}.ledger`;
    expect(await compute(`${command}; cat queens-par.prom`, file)).toBe(`queens_par_fraction{source="${file}"} 1`);
  }
});

test('merge, status and check.mjs print the same total as a sum of the lines', async () => {
  for (const [name, , total] of LEDGERS) {
    const file = `${name}.ledger`;
    const merged = await run(`merge ${file}`);
    const { results } = JSON.parse((await run(`status ${file} --json`)).stdout);
    const checked = await execa(process.execPath, [`${DOCS}check.mjs`, path(file), '1'], { reject: false });
    expect([name, merged.stdout, results[0].count]).toEqual([name, total, total]);
    expect(checked.stdout).toContain(`together ${total} solutions`);
  }
});
