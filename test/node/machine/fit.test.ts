import { expect, test, vi } from 'vitest';
import { MemoryLimitError, UsageError } from '../../../src/core/errors/errors.js';
import type { PlanOptions } from '../../../src/core/plan/choose-plan.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import { KERNEL_KINDS, type KernelKind } from '../../../src/core/plan/subproblem.js';
import { planForMachine } from '../../../src/node/count/new-plan.js';
import { ANY_WORK, chooseThreads, fitToMachine } from '../../../src/node/machine/fit.js';
import { inspectMachine, type Machine } from '../../../src/node/machine/machine.js';
import { MIN_DEFAULT_MEMORY, threadBytes } from '../../../src/node/machine/memory.js';
import { choosePlan } from '../../core/plan/plans.js';

const MB = 2 ** 20;

/** Makes a machine with as many cores as threads, and with SIMD and memory. */
function machineOf(machine: Partial<Machine>): Machine {
  const { threads = 1 } = machine;
  const rest = { isDefault: false, quota: Number.POSITIVE_INFINITY, availableMemory: 1000 * 1024 * MB, hasSimd: true };
  return { threads, cores: threads, ...rest, ...machine };
}

/** Builds the plan for a new count on a machine. */
function planFor(n: number, options: PlanOptions, machine: Machine): Plan {
  return runSteps(planForMachine(n, options, machine));
}

/** A machine with many cores, if the user does not set the number of threads. */
const MANY = machineOf({ threads: 64, isDefault: true });

test('a long count gets all threads that the user allows, and a short one no more than are useful', () => {
  const threads = (n: number) => chooseThreads(choosePlan(n), machineOf({ threads: 8, cores: 2, availableMemory: 1 }));
  expect([13, 16, 17, 19, 20].map(threads)).toEqual([0, 0, 2, 8, 8]);
});

test.each([
  [13, { threads: 2 }, 0],
  [15, { threads: 4 }, 0],
  [16, { threads: 8, cores: 2 }, 0],
  [16, { threads: 1 }, 0],
  [17, { threads: 2 }, 2],
  [18, { threads: 2, isDefault: true }, 2],
  [18, { threads: 1 }, 1], // a count of more than a second must be interruptible
])('n = %i with %j is counted by a pool of %i threads', (n, given, threads) => {
  const machine = machineOf(given);
  expect(fitToMachine(planFor(n, {}, machine), machine, 'fast').threads).toBe(threads);
});

test('a count has no more threads than subproblems', () => {
  const plan = choosePlan(21, { threads: 1 });
  expect(fitToMachine(plan, machineOf({ threads: 1000 }), 'fast').threads).toBe(plan.subproblems.length);
});

test('the reference kernel gets all threads, even for a small board, or as many as fit into memory', () => {
  expect(fitToMachine(choosePlan(10), machineOf({ threads: 4 }), 'reference').threads).toBe(4);
  const short = { availableMemory: 5 * threadBytes(choosePlan(18), MIN_DEFAULT_MEMORY, 'reference') };
  expect(fitToMachine(choosePlan(18), { ...MANY, ...short }, 'reference').threads).toBe(5);
});

test('the wide kernel counts a long share by meet, if this machine has it', () => {
  const kernels = (n: number, machine: Machine) =>
    fitToMachine(choosePlan(n, { algorithm: n < 30 ? 'meet' : 'bitmask' }), machine, 'auto').kernel;
  const wide = { ...MANY, hasWide: () => true };
  expect([5, 17, 18, 20, 32].map((n) => kernels(n, wide))).toEqual(['fast', 'fast', 'wide', 'wide', 'fast']);
  expect([5, 18, 32].map((n) => kernels(n, MANY))).toEqual(['fast', 'fast', 'fast']);
});

test('the wide kernel, whose check takes a while, is looked for only if it may be chosen', () => {
  const hasWide = vi.fn(() => true);
  const machine = { ...MANY, hasWide };
  fitToMachine(choosePlan(17), machine, 'auto');
  fitToMachine(choosePlan(17, { algorithm: 'bitmask' }), machine, 'auto');
  fitToMachine(choosePlan(18), machine, 'fast');
  expect(hasWide).not.toHaveBeenCalled();
  expect(fitToMachine(choosePlan(18), machine, 'auto').kernel).toBe('wide');
});

test('the requested kernel counts even a short share, but there is no wide one for bitmask', () => {
  const fit = (n: number, kernel: KernelKind) =>
    fitToMachine(choosePlan(n), { ...MANY, hasWide: () => true }, kernel).kernel;
  expect((['fast', 'wide', 'reference'] as const).map((kernel) => fit(15, kernel))).toEqual(KERNEL_KINDS.slice());
  expect(() => fit(8, 'wide')).toThrow('the wide kernel counts only by meet, but this count is by bitmask');
});

test('a share is expected to take longer with less memory or the reference kernel', () => {
  const [share, machine] = [choosePlan(24), machineOf({ memory: 64 * MB })];
  expect(fitToMachine(share, machine, 'fast')).toMatchObject({ slowdown: 2, memorySlowdown: 2 });
  expect(fitToMachine(share, machine, 'reference')).toMatchObject({ slowdown: 1000, memorySlowdown: 1 });
});

test('a share is counted by as many threads at once as the machine has cores', () => {
  const atOnce = (n: number, machine: Machine) => fitToMachine(choosePlan(n, MANY), machine, 'fast').atOnce;
  expect([8, 18].map((n) => atOnce(n, machineOf({ threads: 8, cores: 2 })))).toEqual([1, 2]);
});

test('the default number of threads grows with the square root of the cost, up to the number of cores', () => {
  const threads = [14, 17, 18, 19, 20].map((n) => chooseThreads(choosePlan(n), MANY));
  expect(threads).toEqual(threads.toSorted((a, b) => a - b));
  const [, seventeen = 0, eighteen = 0, , twenty] = threads;
  expect(seventeen).toBeGreaterThanOrEqual(5);
  expect(seventeen).toBeLessThanOrEqual(12);
  expect(eighteen).toBeLessThanOrEqual(24);
  expect(twenty).toBe(64);
});

test('the default number of threads fits the memory, and is at least one', () => {
  const plan = choosePlan(20);
  const each = threadBytes(plan, MIN_DEFAULT_MEMORY);
  const fitting = (threads: number) => chooseThreads(plan, { ...MANY, availableMemory: threads * each });
  expect([0.5, 1, 2.5, 1000].map(fitting)).toEqual([1, 1, 2, 64]);
});

test('the default plan is made for the threads that count', () => {
  const plan = planFor(17, {}, MANY);
  const { threads } = fitToMachine(plan, MANY, 'fast');
  expect(plan.hash).toBe(choosePlan(17, { threads }).hash);
});

test('a machine without SIMD counts with bitmask, except for parts, and unless the user asks for meet', () => {
  const old = machineOf({ hasSimd: false });
  expect(planFor(16, {}, old).algorithm).toBe('bitmask');
  expect(planFor(16, { algorithm: 'meet' }, old).algorithm).toBe('meet');
  expect(planFor(16, { part: { k: 1, m: 3 } }, old).algorithm).toBe('meet');
});

test('a part has the same plan on every machine, with enough subproblems for eight threads', () => {
  const part = { k: 1, m: 8 };
  const machines = [machineOf({}), machineOf({ threads: 512 }), MANY];
  const plans = machines.map((machine) => planFor(16, { part }, machine));
  expect(new Set(plans.map(({ hash }) => hash))).toEqual(new Set([choosePlan(16, { part }).hash]));
  expect(plans[0]?.subproblems.length).toBeGreaterThan(8 * part.m);
});

test('a worker of a cluster starts only as many threads as its memory allows, unless the user asks for more', () => {
  const machine = machineOf({ threads: 8, availableMemory: 300 * MB });
  const byDefault = { ...machine, isDefault: true };
  const fitAny = (machine: Machine) => fitToMachine(ANY_WORK, machine, 'fast');
  expect(fitAny(byDefault)).toMatchObject({ threads: 4, memory: 64 * MB, threadBytes: 74 * MB });
  expect(fitAny({ ...byDefault, memory: 128 * MB })).toMatchObject({ threads: 2, memory: 128 * MB });
  expect(fitAny({ ...byDefault, availableMemory: 1 }).threads).toBe(1);
  expect(fitAny(machine).threads).toBe(8);
});

test.each([
  [18, 2],
  [19, 4],
  [24, 8],
])('n = %i is refused with less than %i MB, but not by other kernels', (n, enough) => {
  const share = choosePlan(n, { algorithm: 'meet' });
  const few = machineOf({ memory: enough * MB - 1 });
  expect(fitToMachine(share, machineOf({ memory: enough * MB }), 'fast').memory).toBe(enough * MB);
  if (n === 18) return expect(() => inspectMachine(1, few.memory)).toThrow(UsageError);
  expect(() => fitToMachine(share, few, 'fast')).toThrow(
    new MemoryLimitError(`n = ${n} needs ${enough} MB of memory in each thread`, enough * MB),
  );
  expect(fitToMachine(share, few, 'reference').threads).toBe(1);
  expect(() => fitToMachine(ANY_WORK, few, 'fast')).toThrow('needs 8 MB');
});
