import { beforeEach, expect, test, vi } from 'vitest';

/** Imports the module afresh, because after a signal it stays interrupted. */
async function freshProcess() {
  vi.resetModules();
  process.removeAllListeners('SIGINT');
  return import('../../src/terminal/interruption.js');
}

let interruptible: Awaited<ReturnType<typeof freshProcess>>['interruptible'];

beforeEach(async () => {
  ({ interruptible } = await freshProcess());
});

/** Resolves when the signal is aborted, with its reason. */
function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
}

const INTERRUPTED = expect.objectContaining({ name: 'Interruption', signal: 'SIGINT' });

test('a signal stops a task, and the task within it', async () => {
  const reasons = interruptible((outer) => interruptible((inner) => Promise.all([aborted(outer), aborted(inner)])));
  process.emit('SIGINT', 'SIGINT');
  expect(await reasons).toEqual([INTERRUPTED, INTERRUPTED]);
});

test('after a signal, neither a nested task nor a later one starts', async () => {
  const started = vi.fn(async () => {});
  await interruptible(async () => {
    process.emit('SIGINT', 'SIGINT');
    await expect(interruptible(started)).rejects.toThrow('interrupted');
  });
  await expect(interruptible(started)).rejects.toThrow('interrupted');
  expect(started).not.toHaveBeenCalled();
});

test('tasks that end leave no listeners behind', async () => {
  await interruptible(async () => interruptible(async () => {}));
  expect(process.listenerCount('SIGINT')).toBe(0);
});
