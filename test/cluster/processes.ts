import { execa } from 'execa';
import { afterEach } from 'vitest';
import { PROGRAM } from '../e2e/program.js';

/** A process of the program, and what it has said so far. */
export interface Running {
  readonly pid: number;
  /** Everything on stderr so far. */
  said(): string;
  /** Everything on stdout so far. */
  printed(): string;
  kill(signal: NodeJS.Signals): void;
  /** Its output and exit code, or the signal that ended it. */
  readonly end: Promise<{ stdout: string; stderr: string; exitCode: number | undefined; signal: string | undefined }>;
}

/** Milliseconds until a process is killed: nothing may hang. */
const LONGEST = 280_000;

/** Starts processes of `queens-par cluster`; those still running are killed after each test. */
export function clusterProcesses() {
  const running = new Set<Running>();
  afterEach(async () => {
    const left = [...running];
    for (const process of left) process.kill('SIGKILL');
    await Promise.all(left.map(({ end }) => end));
  });

  /** @param fault a module in e2e/faults that is loaded first, in each thread. */
  function start(url: string, args: readonly string[], fault?: string): Running {
    const env: Record<string, string | undefined> = { QUEENS_PAR_DATABASE_URL: url, CI: undefined };
    if (fault) env.NODE_OPTIONS = `--import=${new URL(`../e2e/faults/${fault}.mjs`, import.meta.url)}`;
    const child = execa(process.execPath, [PROGRAM, 'cluster', ...args], {
      ...{ env, reject: false, timeout: LONGEST, killSignal: 'SIGKILL', stdin: 'ignore' },
    });
    let said = '';
    let printed = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.stdout.on('data', (text) => {
      printed += text;
    });
    const started: Running = {
      pid: child.pid ?? 0,
      said: () => said,
      printed: () => printed,
      kill: (signal) => void child.kill(signal),
      end: child.then(({ stdout, stderr, exitCode, signal, timedOut }) => {
        running.delete(started);
        if (timedOut) throw new Error(`cluster ${args.join(' ')} hangs; it said: ${stderr}`);
        return { stdout, stderr, exitCode, signal };
      }),
    };
    started.end.catch(() => {}); // the caller is told
    running.add(started);
    return started;
  }

  return {
    start,
    /** A worker of two threads whose jobs go to others after two seconds of silence. */
    work: (url: string, fault?: string) => start(url, ['work', '--threads', '2', '--lease', '2'], fault),
    /** Runs a command to its end. */
    run: (url: string, ...args: string[]) => start(url, args).end,
  };
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const start = performance.now(); !(await holds()); ) {
    if (performance.now() - start > 250_000) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
