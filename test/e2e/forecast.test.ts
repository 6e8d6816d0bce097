import { expect, test } from 'vitest';
import { queensPar } from './program.js';

test('a forecast prints the time, the memory and the published count', async () => {
  const { stdout, stderr, exitCode } = await queensPar(['forecast', '20', '--threads', '2', '--machines', '3']);
  const [count, time, cluster, memory, work, known, ...more] = stdout.split('\n');
  expect(count).toBe('count   20 queens, by meet');
  expect(time).toMatch(/^time {4}about ([\d.]+[hms] ?)+ on 2 threads of this machine$/);
  expect(cluster).toMatch(/^ {8}about ([\d.]+[hms] ?)+ on 3 such machines, all busy$/);
  expect(memory).toMatch(/^memory {2}at most about \d{3} MB a machine, \d{3} MB a thread$/);
  expect(work).toMatch(/^work {4}[\d,]+ subproblems, about [\d.hms ]+ each; a checkpoint takes \d+ KB$/);
  expect(known).toBe('known   Q(20) = 39,029,188,884');
  expect({ more, stderr, exitCode }).toEqual({ more: [], stderr: '', exitCode: 0 });
});

test('ten machines take a tenth of the time', async () => {
  const { stdout } = await queensPar(['forecast', '21', '--threads', '2', '--machines', '10', '--json']);
  const forecast = JSON.parse(stdout);
  expect(forecast).toMatchObject({ n: 21, algorithm: 'meet', threads: 2, machines: 10, published: '314666222712' });
  expect(forecast.seconds / forecast.clusterSeconds).toBeCloseTo(10, 0);
});

test('28 queens have a forecast, although nobody has counted them', async () => {
  const { stdout } = await queensPar(['forecast', '28', '--threads', '2', '--machines', '1000']);
  expect(stdout).toContain('28 queens, by meet\n');
  expect(stdout).toMatch(/about [\d,]+ years on 2 threads/);
  expect(stdout).toMatch(/about \d.* on 1000 such machines, all busy/);
  expect(stdout).toMatch(/work {4}\d\d,\d{3} subproblems, about [\ddh ]+ each; a checkpoint takes \d+ MB/);
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
