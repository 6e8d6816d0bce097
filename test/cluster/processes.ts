import { afterEach } from 'vitest';
import { faultyEnvironment, type RunningProgram, startProgram } from '../e2e/program.js';

/** The subcommands of `queens-par cluster`. Others, such as `status`, are top-level commands. */
const GROUP = ['database', 'remove', 'start', 'stop', 'work'];

/**
 * Returns functions that start a cluster's commands, without the word `cluster`. After each test, processes that are
 * still running are killed.
 */
export function useCluster() {
  const running = new Set<RunningProgram>();
  afterEach(async () => {
    const left = [...running];
    for (const process of left) process.kill('SIGKILL');
    await Promise.all(left.map(({ end }) => end));
  });

  /**
   * @param fault a module in e2e/faults that every thread loads first, or an option of Node.js.
   * @param within words of a command that runs this one.
   */
  function start(url: string, args: readonly string[], fault?: string, within: readonly string[] = []): RunningProgram {
    const cluster = GROUP.includes(args[0] ?? '') ? ['cluster'] : [];
    const isOption = fault?.startsWith('--');
    const started = startProgram([...cluster, ...args], {
      env: { QUEENS_PAR_DATABASE_URL: url, ...(fault && !isOption && faultyEnvironment(fault)) },
      nodeOptions: fault && isOption ? [fault] : [],
      within,
    });
    const remove = () => running.delete(started);
    started.end.then(remove, remove);
    running.add(started);
    return started;
  }

  return {
    start,
    /** Starts a worker with two threads. After two seconds of silence, other workers get its jobs. */
    work: (url: string, fault?: string) => start(url, ['work', '--threads', '2', '--lease', '2'], fault),
    /** Runs a command until it ends. */
    run: (url: string, ...args: string[]) => start(url, args).end,
  };
}

/** Waits until a condition is true. @param event the condition in words, for the error message. */
export async function until(isTrue: () => boolean | Promise<boolean>, event: string): Promise<void> {
  for (const start = performance.now(); !(await isTrue()); ) {
    if (performance.now() - start > 250_000) throw new Error(`waited too long until ${event}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
