import { beforeEach, expect, test, vi } from 'vitest';

/** The module as a new process has it: a process is interrupted once. */
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

test('a task that begins after a signal within the task around it, or after that, does not start', async () => {
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
