import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openCount } from '../../../src/cli/counting/open-count.js';
import { UsageError } from '../../../src/core/errors/errors.js';
import { choosePlan } from '../../../src/core/plan/choose-plan.js';
import { openLedger } from '../../../src/node/ledger/open.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { temporaryFolder } from '../../node/ledger/folder.js';

const path = temporaryFolder();
const machine = inspectMachine(2);
const patient = { force: true, quiet: true };
const hurried = { force: false, quiet: true };

test.each([27, 29, 32])('a new count of %i queens is refused, and leaves no file', async (n) => {
  const checkpoint = path('refused.ledger');
  const refused = openCount(n, { checkpoint }, machine, hurried);
  await expect(refused).rejects.toThrow(/^counting .* on 2 threads; add --force to start anyway$/);
  await expect(refused).rejects.toThrow(UsageError);
  expect(existsSync(checkpoint)).toBe(false);
});

test('a count of a file, or of a part, is refused because of what is left', async () => {
  const checkpoint = path('resumed.ledger');
  await openLedger(checkpoint, choosePlan(29)).close();
  await expect(openCount(29, { checkpoint }, machine, hurried)).rejects.toThrow('add --force');
  const part = { part: { k: 1, m: 2 }, checkpoint: path('part.ledger') };
  await expect(openCount(30, part, machine, hurried)).rejects.toThrow('add --force');
});

test.each([0, 1, 16, 22])('a count of %i queens needs no --force', async (n) => {
  expect((await openCount(n, {}, machine, hurried)).plan.n).toBe(n);
});

test('with --force, a count of 29 queens starts', async () => {
  expect((await openCount(29, {}, machine, patient)).left.subproblems.length).toBeGreaterThan(1);
});
