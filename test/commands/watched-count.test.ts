import { expect, test } from 'vitest';
import { prepare, watched } from '../../src/commands/watched-count.js';
import type { WatchOptions } from '../../src/count/counting.js';
import { LocalCounting } from '../../src/count/local-counting.js';
import { Results } from '../../src/ledger/results.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { Run } from '../../src/runs/run.js';
import { Interruption } from '../../src/terminal/interruption.js';

test.each([true, false])(
  'a long count has its threads and an expected speed, if it is quiet (%s) or announced',
  async (quiet) => {
    const plan = choosePlan(22, { algorithm: 'bitmask' });
    const counting = new LocalCounting({ plan, run: new Run(plan, new Results(plan)), machine: { threads: 7 } });
    await prepare([counting], { quiet, progress: 'auto' });
    expect(counting.threads).toBe(7);
    counting.run.setState('counting');
    counting.run.threads = 7;
    expect(counting.run.progress().secondsLeft).toBeGreaterThan(0);
  },
);

test.each([
  [60, true],
  [1e9, false],
])('an interrupted count with %d seconds left has advice: %s', async (secondsLeft, hasAdvice) => {
  const progress = {
    n: 29,
    algorithm: 'meet',
    finished: 0,
    subproblems: 9,
    fraction: 0,
    seconds: 1,
    threads: 2,
  } as const;
  const counting = {
    async finish({ onProgress }: WatchOptions) {
      onProgress?.({ ...progress, secondsLeft });
      throw new Interruption('SIGINT');
    },
  };
  const display = { quiet: true, progress: 'auto', advice: 'nothing was saved', suggestCheckpoint: true } as const;
  const message: string = await watched(counting, display).catch((error) => error.message);
  expect(message).toContain('0 of 9 subproblems');
  expect(message.includes('nothing was saved')).toBe(hasAdvice);
});
