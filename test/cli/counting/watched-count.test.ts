import { expect, test, vi } from 'vitest';
import { measureIfLong } from '../../../src/cli/counting/open-count.js';
import { prepare, watchCount } from '../../../src/cli/counting/watched-count.js';
import type { WatchOptions } from '../../../src/core/count/count-task.js';
import { createShare } from '../../../src/core/plan/plan.js';
import { Results } from '../../../src/core/results/results.js';
import { Run } from '../../../src/core/runs/run.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';
import * as measurement from '../../../src/node/count/measurement.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { Interruption } from '../../../src/node/terminal/interruption.js';
import { choosePlan } from '../../core/plan/plans.js';

vi.mock(import('../../../src/node/count/measurement.js'), { spy: true });

test.each([
  ['quiet', 1],
  ['announced', 3],
])(
  'a long count that is %s is expected to take %i times as long as on the reference machine',
  async (how, slowdown) => {
    vi.mocked(measurement.measureSpeed).mockResolvedValue({ slowdown: 3, busy: 0 });
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const plan = choosePlan(22, { algorithm: 'bitmask' });
    const machine = { ...inspectMachine(7), cores: 7 };
    const counting = new LocalCountTask({ plan, run: Run.local(plan, new Results(plan)), machine });
    if (how === 'announced') await measureIfLong(counting);
    prepare([counting], { quiet: how === 'quiet', progress: 'auto' });
    expect(write.mock.calls.join('')).toContain(how === 'quiet' ? '' : 'This count will take about');
    write.mockRestore();
    counting.run.start();
    counting.run.threads = 7;
    expect(counting.run.progress().secondsLeft).toBeCloseTo((slowdown * plan.cost) / 7000);
  },
);

test('an audit of more than ten seconds is measured before it is announced', async () => {
  vi.mocked(measurement.measureSpeed).mockResolvedValue({ slowdown: 5, busy: 0.8 });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const whole = choosePlan(10, { algorithm: 'bitmask' });
  const { subproblems } = whole;
  const slow = subproblems.map((one) => ({ ...one, cost: 20_000 / subproblems.length }));
  const plan = { ...whole, ...createShare(whole, slow) };
  const machine = { ...inspectMachine(1), cores: 1, quota: 1 };
  const auditing = new LocalCountTask({ plan, run: Run.local(plan, new Results(plan)), machine });
  await measureIfLong(auditing, 10_000);
  prepare([auditing], { quiet: false, progress: 'auto', noun: 'audit' });
  expect(write.mock.calls.join('')).toMatch(/^This audit will take about 1m 40s on 1 thread .*\nRight now, other /);
  write.mockRestore();
});

test('a count with little memory is expected to take longer', async () => {
  const counting = await LocalCountTask.open(21, { threads: 1, memory: 64 * 2 ** 20 });
  prepare([counting], { quiet: true, progress: 'auto' });
  counting.run.start();
  counting.run.threads = 1;
  expect(counting.run.progress().secondsLeft).toBeCloseTo((1.2 * counting.left.cost) / 1000);
});

test('a resumed count is expected to be as fast as its earlier results', async () => {
  const plan = choosePlan(14, { algorithm: 'bitmask' });
  const results = new Results(plan);
  for (const { id, cost } of plan.subproblems.slice(0, 9))
    results.add({ id, count: 0, work: 1, milliseconds: 5 * cost, ended: 0 });
  const counting = new LocalCountTask({ plan, run: Run.local(plan, results), machine: inspectMachine(1) });
  prepare([counting], { quiet: true, progress: 'auto' });
  counting.run.start();
  counting.run.threads = 1;
  expect(counting.run.progress().secondsLeft).toBeCloseTo((5 * counting.left.cost) / 1000);
});

test('an interrupted count has its progress and advice', async () => {
  const progress = { n: 29, algorithm: 'meet', finished: 0, subproblems: 9, seconds: 1, threads: 2 } as const;
  const counting = {
    async count({ onProgress }: WatchOptions) {
      onProgress?.({ ...progress, fraction: 0, isBehind: false, isAssumed: false, secondsLeft: 60 });
      throw new Interruption('SIGINT');
    },
  };
  const display = { quiet: true, progress: 'auto', advice: 'nothing was saved' } as const;
  await expect(watchCount(counting, display)).rejects.toThrow(/0 of 9 subproblems.*; nothing was saved$/);
});
