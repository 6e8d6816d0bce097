import { messageOf } from '../errors/system.js';

/** The limits behind error codes, by the last word of the error's message or by its code. */
const LIMITS = new Map([
  ['EAGAIN', 'the limit of processes or memory is reached (ulimit -u, pids.max)'],
  ['EMFILE', 'too many open files (ulimit -n)'],
  ['ENOMEM', 'the system has no memory left'],
  ['ERR_ACCESS_DENIED', 'Node.js has no permission for threads (--allow-worker)'],
]);

/** Explains in one line why the system refused a thread. */
export function whyNotStarted(error: unknown): string {
  const message = messageOf(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return LIMITS.get(code) ?? LIMITS.get(/\w+$/.exec(message)?.[0] ?? '') ?? message;
}
