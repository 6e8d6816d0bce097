import { describe, expect, test } from 'vitest';
import { drawPieces } from '../../../src/core/plan/pieces.js';
import { mostExpensiveFirst, type Plan } from '../../../src/core/plan/plan.js';
import type { Subproblem } from '../../../src/core/plan/subproblem.js';
import { Results } from '../../../src/core/results/results.js';
import { Run } from '../../../src/core/runs/run.js';
import { createAudit, drawSample, planRecounts } from '../../../src/node/count/audit.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import { choosePlan } from '../../core/plan/plans.js';

const bitmask = choosePlan(10, { algorithm: 'bitmask', threads: 1 });
const meet = choosePlan(11, { algorithm: 'meet', threads: 1 });
const BY_REFERENCE = { kernel: 'reference', machine: inspectMachine(1) } as const;

/** Counts all subproblems, and adds 1 to the counts of those in `wrong`. */
async function resultsWithErrors(plan: Plan, wrong: readonly string[]): Promise<Results> {
  const right = new Results(plan);
  await new LocalCountTask({ plan, run: Run.local(plan, right), machine: inspectMachine(1) }).count();
  const results = new Results(plan);
  for (const partial of right.values()) {
    results.add({ ...partial, count: partial.count + (wrong.includes(partial.id) ? 1 : 0) });
  }
  return results;
}

/** Prepares second counts with the reference kernel. */
function reference(subproblems: readonly Subproblem[]) {
  return planRecounts(subproblems, 'reference', 1);
}

test.each([bitmask, meet])('an audit of correct results finds no disagreement', async (plan) => {
  const results = await resultsWithErrors(plan, []);
  const found = await createAudit({ results, recounts: reference(plan.subproblems), ...BY_REFERENCE }).count();
  const all = plan.subproblems.length;
  expect(found).toEqual({ recounted: all, pieces: all, drawn: all, disagreements: [] });
});

test('an audit finds a wrong count with the other kernel', async () => {
  const results = await resultsWithErrors(bitmask, ['0.2']);
  const recorded = results.get('0.2')?.count ?? 0;
  const wrong = { id: '0.2', recorded: BigInt(recorded), recounted: BigInt(recorded - 1) };
  const recounts = reference(bitmask.subproblems);
  const { disagreements } = await createAudit({ results, recounts, ...BY_REFERENCE }).count();
  expect(disagreements).toEqual([{ ...wrong, way: 'reference kernel' }]);
});

test('an audit also checks counts that contradict the results', async () => {
  const results = await resultsWithErrors(meet, []);
  const [sample] = meet.subproblems;
  if (!sample) throw new RangeError('an empty plan');
  const { id } = sample;
  const right = results.get(id)?.count ?? 0;
  const contradictions = new Map([[id, [right + 5, right, right + 7]]]);
  const parts = { results, recounts: reference([sample]), contradictions };
  const { disagreements } = await createAudit({ ...parts, ...BY_REFERENCE }).count();
  const wrong = { id, recounted: BigInt(right), way: 'reference kernel' };
  expect(disagreements).toEqual([right + 5, right + 7].map((recorded) => ({ ...wrong, recorded: BigInt(recorded) })));
});

test('the seed draws three pieces of a large subproblem for the reference kernel', () => {
  const [largest] = mostExpensiveFirst(choosePlan(17, { algorithm: 'meet', threads: 1 }).subproblems);
  if (!largest) throw new RangeError('an empty plan');
  const recounts = reference([largest]);
  const [{ drawn, others } = { drawn: [], others: [] }] = recounts;
  expect(drawn).toHaveLength(3);
  expect(others.length).toBeGreaterThan(0);
  expect(reference([largest])).toEqual(recounts);
  expect(planRecounts([largest], 'reference', 2)).not.toEqual(recounts);
});

test('the reference kernel counts the drawn pieces of a subproblem, and the fast kernel the others', async () => {
  const plan = choosePlan(14, { algorithm: 'meet', threads: 1 });
  const [largest] = mostExpensiveFirst(plan.subproblems);
  if (!largest) throw new RangeError('an empty plan');
  const results = new Results(plan);
  const run = Run.local({ ...plan, subproblems: [largest] }, results);
  await new LocalCountTask({ plan, run, machine: inspectMachine(1) }).count();
  const { id, count } = results.get(largest.id) ?? { id: '', count: Number.NaN };

  const { drawn, others } = drawPieces(largest, 3, ([first = largest]) => first, 0.25); // small, so they take no time
  expect(drawn).toHaveLength(3);
  expect(others.length).toBeGreaterThan(0);
  const recounts = [{ subproblem: largest, drawn, others }];
  const contradictions = new Map([[id, [count + 1]]]);
  const parts = { results, recounts, contradictions };
  const audit = createAudit({ ...parts, kernel: 'reference', machine: inspectMachine(2) });
  const slower = KERNEL_SLOWDOWNS.reference.meet * audit.drawn.left.cost;
  expect(audit.whole.left.cost).toBeCloseTo(slower + audit.others.left.cost);
  const found = await audit.count();
  const pieces = drawn.length + others.length;
  const way = `reference kernel, with ${others.length} of ${pieces} pieces by the fast kernel,`;
  const disagreements = [{ id, recorded: BigInt(count + 1), recounted: BigInt(count), way }];
  expect(found).toEqual({ recounted: 1, pieces, drawn: drawn.length, disagreements });
});

test('an audit of a missing subproblem fails', async () => {
  const recounts = reference(bitmask.subproblems).slice(0, 1);
  const auditing = createAudit({ results: new Results(bitmask), recounts, ...BY_REFERENCE });
  await expect(auditing.count()).rejects.toThrow('subproblem 0.2 has not been counted yet');
});

describe('a sample', () => {
  const { subproblems } = bitmask;

  test('a sample depends only on the seed, and has no duplicates', () => {
    const draw = (seed: number) => drawSample(subproblems, 10, seed).map(({ id }) => id);
    expect(draw(1).slice(0, 4)).toEqual(['0.7', '3.7', '2.8', '2.5']);
    expect(new Set(draw(1)).size).toBe(10);
    expect(draw(1)).not.toEqual(draw(2));
    expect(drawSample(subproblems, 1000, 1)).toHaveLength(subproblems.length);
  });

  test('each subproblem is drawn about equally often in 2,000 samples of a quarter of the plan', () => {
    const size = Math.floor(subproblems.length / 4);
    const drawn = new Map<string, number>();
    for (let seed = 0; seed < 2000; seed++) {
      for (const { id } of drawSample(subproblems, size, seed)) drawn.set(id, (drawn.get(id) ?? 0) + 1);
    }
    const expected = (2000 * size) / subproblems.length;
    for (const { id } of subproblems) expect(drawn.get(id)).toBeGreaterThan(0.8 * expected);
  });
});
