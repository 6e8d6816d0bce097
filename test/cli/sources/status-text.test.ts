import { expect, test } from 'vitest';
import type { Status } from '../../../src/cli/sources/status-text.js';
import { formatStatus } from '../../../src/cli/sources/status-text.js';

const job = { worker: 'node-17-4711234-3f9a12', index: 121_365, subproblems: 1, seconds: 4000, expectedSeconds: 1400 };
const status: Status = {
  ...{ source: 'run:27-meet', command: 'queens-par cluster start 27', n: 27, algorithm: 'meet', options: {} },
  ...{
    planHash: '',
    subproblems: 124_853,
    state: 'counting',
    threadSeconds: 1e7,
    latest: Date.now(),
    finished: 12_345,
  },
  ...{ fraction: 0.1, isBehind: false, isAssumed: false, threads: 1000, workPerSecond: 4e12, secondsLeft: 2e5 },
  workers: [
    {
      ...{ name: job.worker, threads: 8, memory: 2 ** 30, kernels: '0.4.0+96933855ecaa', isRunning: true },
      ...{ secondsSinceSeen: 3, finished: 12_345, lastFailure: null },
    },
  ],
  operation: {
    jobs: [job, { ...job, index: 7, seconds: 8000 }],
    ...{ waitingJobs: 112_345, silentJobs: 8, waitsFor: null, idleThreads: 992, countedTwice: 12, lostSeconds: 2e5 },
    ...{ lastDay: { finished: 4321, fraction: 0.0345 }, secondsSinceCoordinator: 12, tableBytes: 2e8 },
  },
};

test('the status of a run that is named fits 80 columns, and says more than one of all runs', () => {
  const detailed = formatStatus(status, true);
  expect(detailed.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(formatStatus(status)).not.toContain('coordinator');
  expect(detailed).toContain('lost: 2d 8h of thread time, 2% of all; 12 subproblems counted twice\n');
});

test('a job that takes more than five times as long as expected looks unlike the others', () => {
  const [late, working] = formatStatus(status, true).split('\n').slice(-3);
  expect(late).toMatch(/^ +7 .* 2h 13m of about 23m 20s, hangs\? /);
  expect(working).toMatch(/^121,365 .* 1h 7m of about 23m 20s +node-17/);
  expect(formatStatus(status)).toMatch(/node-17-4711234-3f9a12 may hang: job 7 takes 2h 13m, not 23m 20s/);
});

test('a run that waits for another says so', () => {
  const waiting = { ...status, operation: { ...status.operation, waitsFor: '18-meet' } } as Status;
  expect(formatStatus(waiting)).toMatch(/^ {2}waits for run 18-meet, whose jobs go first$/m);
});
