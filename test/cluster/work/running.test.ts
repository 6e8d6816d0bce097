import { expect, test } from 'vitest';
import { RunningSubproblems } from '../../../src/cluster/work/running.js';

test('a stopping worker loses the subproblems that have started and not ended', () => {
  const running = new RunningSubproblems();
  expect(running.describe()).toBe('');
  running.start('a', 1);
  running.start('b', 2);
  expect(running.describe()).toMatch(/^2 subproblems, \S+ of thread time$/);
  running.finish('a');
  running.start('c', 1);
  running.finish('b');
  expect(running.describe()).toMatch(/^1 subproblem, /);
  running.finish('c');
  expect(running.describe()).toBe('');
});

test('the start of a subproblem may be reported after its result', () => {
  const running = new RunningSubproblems();
  running.finish('a');
  running.start('a', 1);
  expect(running.describe()).toBe('');
  running.start('a', 1); // of another run
  expect(running.describe()).toMatch(/^1 subproblem, /);
});

test('a subproblem that two threads have started, because the first has died, ends once', () => {
  const running = new RunningSubproblems();
  running.start('a', 1);
  running.start('a', 2);
  running.finish('a');
  expect(running.describe()).toBe('');
});
