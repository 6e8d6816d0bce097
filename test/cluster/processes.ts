import { execa } from 'execa';
import { afterEach } from 'vitest';
import { PROGRAM } from '../e2e/program.js';

/** A running process of the program. */
export interface Running {
  readonly pid: number;
  /** Returns the output so far. */
  stderr(): string;
  stdout(): string;
  kill(signal: NodeJS.Signals): void;
  /** Settles when the process ends. */
  readonly end: Promise<{ stdout: string; stderr: string; exitCode: number | undefined; signal: string | undefined }>;
}

/** Milliseconds after which a running process is killed. */
const LONGEST = 280_000;

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
    const option = fault?.startsWith('--') ? [fault] : [];
    const env: Record<string, string | undefined> = { QUEENS_PAR_DATABASE_URL: url, CI: undefined };
    if (fault && option.length === 0)
      env.NODE_OPTIONS = `--import=${new URL(`../e2e/faults/${fault}.mjs`, import.meta.url)}`;
    const cluster = GROUP.includes(args[0] ?? '') ? ['cluster'] : [];
    const [command = '', ...words] = [...within, process.execPath, ...option, PROGRAM, ...cluster, ...args];
    const child = execa(command, words, {
      ...{ env, reject: false, timeout: LONGEST, killSignal: 'SIGKILL', stdin: 'ignore' },
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (text) => {
        output[name] += text;
      });
    }
    const started: Running = {
      pid: child.pid ?? 0,
      stderr: () => output.stderr,
      stdout: () => output.stdout,
      kill: (signal) => void child.kill(signal),
      end: child.then(({ stdout, stderr, exitCode, signal, timedOut }) => {
        running.delete(started);
        if (timedOut) throw new Error(`${args.join(' ')} hangs: ${stderr}`);
        return { stdout, stderr, exitCode, signal };
      }),
    };
    started.end.catch(() => {}); // callers that await `end` still get the error
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
