import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { PROGRAM, queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';

const path = temporaryFolder();
const KILLS = 100;

/** All of 15 queens in 120,000 lines, which take some 100 ms to write. No count in it is right. */
const plan = planBitmask(14, 6);
const lines = [...plan.subproblems].map(({ id }) => ({ id, count: 0, work: 0, milliseconds: 1 }));
const whole = Buffer.from(ledgerText(plan, lines));
const repaired = whole.subarray(0, whole.lastIndexOf('\n', whole.length - 2) + 1);
const header = whole.indexOf('\n') + 1;
const damaged = Buffer.concat([whole.subarray(0, header), Buffer.from('damage\n'), repaired.subarray(header)]);

/** Kills a command again and again, at a random moment of its life or of its writing, and looks at what it leaves. */
async function kill(args: readonly string[], file: string, look: () => void): Promise<void> {
  let leftovers = 0;
  for (let trial = 0; trial < KILLS; trial++) {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
    const closed = once(child, 'close');
    if (trial % 4 === 0) await delay(randomInt(100, 1500));
    else {
      while (child.exitCode === null && !existsSync(`${file}.queens-par-new`)) await delay(1);
      await delay(randomInt(60));
    }
    child.kill('SIGKILL');
    await closed;
    if (existsSync(`${file}.queens-par-new`)) leftovers++;
    look();
  }
  expect(leftovers).toBeGreaterThan(0); // or nothing was tried
}

test('--repair that is killed leaves the old file or the new one, and the next command cleans up', async () => {
  const file = path('x.ledger');
  const args = ['14', '--algorithm', 'bitmask', '--depth', '6', '--checkpoint', file];
  writeFileSync(file, damaged);
  await kill([...args, '--repair'], file, () => {
    const bytes = readFileSync(file);
    if (bytes.equals(damaged)) return;
    expect(bytes.subarray(0, repaired.length).equals(repaired)).toBe(true); // and perhaps a line that was counted again
    writeFileSync(file, damaged);
  });
  await queensPar(args);
  expect(readdirSync(path('.'))).toEqual(['x.ledger']);
  rmSync(file);
});

test('merge --out that is killed leaves the old file or the new one', async () => {
  const [source, file] = [path('source.ledger'), path('out.ledger')];
  const half = whole.subarray(0, whole.indexOf('\n', whole.length / 2) + 1);
  writeFileSync(source, whole);
  writeFileSync(file, half);
  await kill(['merge', source, '--out', file], file, () => {
    const bytes = readFileSync(file);
    if (bytes.equals(half)) return;
    expect(bytes.length).toBe(whole.length);
    writeFileSync(file, half);
  });
  await queensPar(['merge', source, '--out', file]);
  expect(readdirSync(path('.')).sort()).toEqual(['out.ledger', 'source.ledger']);
});
