import { expect, test } from 'vitest';
import { queensPar } from './program.js';

test('ten machines take a tenth of the time', async () => {
  const { stdout } = await queensPar(['forecast', '21', '--threads', '2', '--machines', '10', '--json']);
  const forecast = JSON.parse(stdout);
  expect(forecast).toMatchObject({ n: 21, algorithm: 'meet', threads: 2, machines: 10, published: '314666222712' });
  expect(forecast.seconds / forecast.clusterSeconds).toBeCloseTo(10, 0);
});

test('28 queens have a forecast, although nobody has counted them', async () => {
  const { stdout } = await queensPar(['forecast', '28', '--threads', '2', '--machines', '1000']);
  expect(stdout).toContain('28 queens, by meet\n');
  expect(stdout).toMatch(/about [\d,.]+ years on 2 threads/);
  expect(stdout).toMatch(/about \d.* on 1000 such machines, all counting/);
  expect(stdout).toMatch(/work {4}\d\d,\d{3} subproblems, about [\ddhm ]+ each; a checkpoint takes \d+ MB/);
  expect(stdout).toContain('nobody has counted 28 queens');
});

test('the forecast of a verification has the times of both counts', async () => {
  const { stdout } = await queensPar(['forecast', '14', '--verify', '--threads', '1', '--json']);
  const { seconds, verifySeconds } = JSON.parse(stdout);
  expect(verifySeconds).toBeGreaterThan(seconds);
});

test.each(['0', '2'])('%s queens have a forecast, although they have few subproblems or none', async (n) => {
  expect(await queensPar(['forecast', n])).toMatchObject({ stderr: '', exitCode: 0 });
});

test('the forecast of a short count is for one thread', async () => {
  const { stdout } = await queensPar(['forecast', '15', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ n: 15, algorithm: 'meet', threads: 1 });
});
