import { expect, test } from 'vitest';
import { prepare } from '../../src/commands/watched-count.js';
import { LocalCounting } from '../../src/count/local-counting.js';
import { Results } from '../../src/ledger/results.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { Run } from '../../src/runs/run.js';

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
