import { expect, test } from 'vitest';
import { plural } from '../../src/core/text/numbers.js';
import { inspectMachine } from '../../src/node/machine/machine.js';
import { queensPar } from './program.js';

test('ten machines take a tenth of the time', async () => {
  const { stdout } = await queensPar('forecast 21 --threads 2 --machines 10 --json'.split(' '));
  const forecast = JSON.parse(stdout);
  expect(forecast).toMatchObject({ n: 21, algorithm: 'meet', threads: 2, machines: 10, published: '314666222712' });
  expect(forecast.seconds / forecast.clusterSeconds).toBeCloseTo(10, 0);
});

test('28 queens, never counted, have a forecast for at most as many threads as this machine has cores', async () => {
  const { cores } = inspectMachine();
  const { stdout } = await queensPar(['forecast', '28', '--threads', '1000', '--machines', '1000']);
  expect(stdout).toContain(` on ${plural(cores, 'thread')} of this machine (it has ${plural(cores, 'core')})`);
  expect(stdout).toMatch(/about \d.* on 1000 such machines together/);
  expect(stdout).toContain('28 queens have not been counted yet');
});

test.each(['0', '2'])('%s queens have a forecast, although they have few subproblems or none', async (n) => {
  expect(await queensPar(['forecast', n])).toMatchObject({ stderr: '', exitCode: 0 });
});
