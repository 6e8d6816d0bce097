import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openCount } from '../../../src/cli/counting/open-count.js';
import { TimeLimitError, UsageError } from '../../../src/core/errors/errors.js';
import * as measurement from '../../../src/node/count/measurement.js';
import { openLedger } from '../../../src/node/ledger/open.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { choosePlan } from '../../core/plan/plans.js';
import { temporaryFolder } from '../../node/ledger/folder.js';

vi.mock(import('../../../src/node/count/measurement.js'), { spy: true });

const path = temporaryFolder();
const machine = inspectMachine(2);
const patient = { force: true, quiet: true };
const hurried = { force: false, quiet: true };

test.each([27, 29, 32])('a new count of %i queens is refused, and leaves no file', async (n) => {
  const checkpoint = path('refused.ledger');
  const refused = openCount(n, { checkpoint }, hurried, machine);
  await expect(refused).rejects.toThrow(/^counting .* on 2 threads$/);
  await expect(refused).rejects.toThrow(UsageError);
  expect(existsSync(checkpoint)).toBe(false);
});

test('a count of a file, or of a part, is refused because of what is left', async () => {
  const checkpoint = path('resumed.ledger');
  await openLedger(checkpoint, choosePlan(29)).close();
  await expect(openCount(29, { checkpoint }, hurried, machine)).rejects.toThrow(TimeLimitError);
  const part = { part: { k: 1, m: 2 }, checkpoint: path('part.ledger') };
  await expect(openCount(30, part, hurried, machine)).rejects.toThrow(TimeLimitError);
});

test('a long count is refused if it would take more than a year at the measured speed', async () => {
  vi.mocked(measurement.measureSpeed).mockResolvedValue({ slowdown: 1e5, busy: 0.9 });
  const announced = { force: false, quiet: false };
  const refused = openCount(22, {}, announced, machine);
  await expect(refused).rejects.toThrow(
    expect.objectContaining({ expected: { seconds: expect.any(Number), busy: 0.9 } }),
  );
  expect((await openCount(22, {}, { ...announced, force: true }, machine)).speed.busy).toBe(0.9);
});

test.each([0, 1, 16, 22])('a count of %i queens needs no --force', async (n) => {
  expect((await openCount(n, {}, hurried, machine)).plan.n).toBe(n);
});

test('with --force, a count of 29 queens starts', async () => {
  expect((await openCount(29, {}, patient, machine)).left.subproblems.length).toBeGreaterThan(1);
});
