import { expect, test } from 'vitest';
import { type Forecast, forecastText } from '../../src/commands/forecast.js';

const times = { seconds: 60, verifySeconds: undefined, clusterSeconds: 60, subproblemSeconds: 2 };
const plain: Forecast = {
  ...{ n: 20, algorithm: 'meet', kernel: 'fast', threads: 2, ...times, busy: 0, idle: times, machines: 1 },
  ...{ memoryBytes: 2 ** 29, threadMemoryBytes: 2 ** 28, subproblems: 60, ledgerBytes: 5000, published: 1n },
  largestPublished: 27,
};

test('a forecast has one time where nothing else takes the processor', () => {
  const text = forecastText(plain, true);
  expect(text).toContain('\ntime    about 1m on 2 threads of this machine (it has 2 cores)\nmemory ');
  expect(text).toContain('60 subproblems, about 2s each; a checkpoint takes 5 KB\n');
});

test('a forecast on a busy machine has all times of an idle one, too', () => {
  const idle = { ...times, seconds: 15, verifySeconds: 30, clusterSeconds: 1.5 };
  const busy = { ...plain, verifySeconds: 120, clusterSeconds: 6, machines: 10, busy: 0.76, idle };
  expect(forecastText(busy, false)).toContain(`
time    about 1m on 2 threads of this machine
        about 2m more for --verify
        about 6s on 10 such machines, all counting
busy    other programs take about 75% of the processor; if it is idle, about 15s
        about 30s more for --verify
        about 1.5s on 10 such machines, all counting
`);
});

test('a forecast advertises no checkpoint of a count that nobody can wait for', () => {
  const seconds = 20 * 365 * 86_400;
  const ages = { ...times, seconds, clusterSeconds: seconds };
  expect(forecastText({ ...plain, ...ages, idle: ages }, false)).not.toContain('checkpoint');
});
