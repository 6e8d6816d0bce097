import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';

/** Imports a fresh copy of the module, because a copy that got a signal starts no more tasks. */
async function importFresh() {
  vi.resetModules();
  for (const signal of ['SIGINT', 'SIGXCPU']) process.removeAllListeners(signal);
  return import('../../../src/node/terminal/interruption.js');
}

let runInterruptible: Awaited<ReturnType<typeof importFresh>>['runInterruptible'];

beforeEach(async () => {
  ({ runInterruptible } = await importFresh());
});

/** Waits until an AbortSignal is aborted, and returns the reason. */
function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
}

const INTERRUPTED = expect.objectContaining({ name: 'Interruption', signal: 'SIGINT' });

test('a signal stops a task and its nested task, even if the signal arrives twice, as it does under npx', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => expect.unreachable());
  const reasons = runInterruptible((outer) =>
    runInterruptible((inner) => Promise.all([aborted(outer), aborted(inner)])),
  );
  for (const _ of [1, 2]) process.emit('SIGINT', 'SIGINT');
  expect(await reasons).toEqual([INTERRUPTED, INTERRUPTED]);
  exit.mockRestore();
});

test('SIGXCPU, which the system repeats each second, does not end a task that is stopping', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => expect.unreachable());
  const stopping = runInterruptible(async () => {
    process.emit('SIGXCPU', 'SIGXCPU');
    await delay(1500);
    process.emit('SIGXCPU', 'SIGXCPU');
    return 'saved';
  });
  expect(await stopping).toBe('saved');
  exit.mockRestore();
});

test('after a signal, neither a nested task nor a later one starts', async () => {
  const started = vi.fn(async () => {});
  await runInterruptible(async () => {
    process.emit('SIGINT', 'SIGINT');
    await expect(runInterruptible(started)).rejects.toThrow('interrupted');
  });
  await expect(runInterruptible(started)).rejects.toThrow('interrupted');
  expect(started).not.toHaveBeenCalled();
});

test('a signal that arrives while a task blocks the event loop stops the next task', async () => {
  const started = vi.fn(async () => {});
  await runInterruptible(async () => {
    spawnSync('kill', ['-INT', String(process.pid)]);
  });
  await expect(runInterruptible(started)).rejects.toThrow('interrupted');
  expect(started).not.toHaveBeenCalled();
});

test('tasks that end leave no listeners behind', async () => {
  await runInterruptible(async () => runInterruptible(async () => {}));
  expect(process.listenerCount('SIGINT')).toBe(0);
});
