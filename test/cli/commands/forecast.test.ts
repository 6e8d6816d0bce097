import { expect, test } from 'vitest';
import { type Forecast, formatForecast } from '../../../src/cli/commands/forecast.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';

const times = { seconds: 60, clusterSeconds: 60, subproblemSeconds: 2, longestSubproblemSeconds: 5 };
const plain: Forecast = {
  n: 20,
  algorithm: 'meet',
  kernel: 'fast',
  threads: 2,
  ...times,
  busy: 0,
  idle: times,
  machines: 1,
  memoryBytes: 2 ** 29,
  threadMemoryBytes: 2 ** 28,
  subproblems: 60,
  published: 1n,
  largestPublished: 27,
};

const machine = { ...inspectMachine(), threads: 2, cores: 2, availableMemory: 2 ** 40 };

test('a forecast shows one time if nothing else uses the processor', () => {
  const text = formatForecast(plain, { ...machine, threads: 3 });
  expect(text).toContain('\ntime    about 1m on 2 threads of this machine (it has 2 cores)\nmemory ');
  expect(text).toContain('60 subproblems, about 2s each, the longest about 5s\n');
});

test('a forecast on a busy machine also shows all times for an idle one', () => {
  const idle = { ...times, seconds: 15, clusterSeconds: 1.5 };
  const busy = { ...plain, clusterSeconds: 6, machines: 10, busy: 0.76, idle };
  expect(formatForecast(busy, machine)).toContain(`
time    about 1m on 2 threads of this machine
        about 6s on 10 such machines together
busy    other programs take about 75% of the processor; on an idle machine, about 15s
        about 1.5s on 10 such machines together
`);
});
