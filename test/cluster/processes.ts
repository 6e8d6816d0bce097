import { afterEach } from 'vitest';
import { faultyEnvironment, type Running, startProgram } from '../e2e/program.js';

/** The commands of `queens-par cluster`. Others, such as `status`, stand alone. */
const GROUP = ['database', 'remove', 'start', 'stop', 'work'];

/**
 * Returns functions that start commands of a cluster, without the word `cluster`. After each test, processes that still
 * run are killed.
 */
export function clusterProcesses() {
  const running = new Set<Running>();
  afterEach(async () => {
    const left = [...running];
    for (const process of left) process.kill('SIGKILL');
    await Promise.all(left.map(({ end }) => end));
  });

  /**
   * @param fault a module in e2e/faults that every thread loads first, or an option of Node.
   * @param within words of a command that executes another one.
   */
  function start(url: string, args: readonly string[], fault?: string, within: readonly string[] = []): Running {
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
    /** Starts a worker with two threads. If it is silent for two seconds, other workers get its jobs. */
    work: (url: string, fault?: string) => start(url, ['work', '--threads', '2', '--lease', '2'], fault),
    /** Runs a command until it ends. */
    run: (url: string, ...args: string[]) => start(url, args).end,
  };
}

/** Waits until a condition is true. @param event the condition in words, for the error. */
export async function until(isTrue: () => boolean | Promise<boolean>, event: string): Promise<void> {
  for (const start = performance.now(); !(await isTrue()); ) {
    if (performance.now() - start > 250_000) throw new Error(`waited too long until ${event}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
