#!/usr/bin/env node
/** The program's entry point. It loads the rest only if this Node.js can run it. */
import { unsupportedNode } from './package/node-version.js';

/** Prints why the program does not start. */
function refuse(reason: string, exitCode: number): void {
  console.error(`queens-par: ${reason}`);
  process.exitCode = exitCode;
}

/** Loads and executes the program. */
async function load(): Promise<void> {
  try {
    const { main } = await import('./main.js');
    await main(process.argv.slice(2));
  } catch (error) {
    refuse(`the program is damaged: install queens-par again (${String(error).split('\n')[0]})`, 1);
  }
}

/** The signals that end a program, and those that batch systems send before. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGXCPU'] as const;

/**
 * Executes the program in a child process, and forwards signals to it. Linux drops the signals of process 1 of a container,
 * unless a handler waits for them in the event loop, which a search may block for hours.
 */
function startChild(): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const { signals } = process.getBuiltinModule('node:os').constants;
  let received: NodeJS.Signals | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      received ??= signal;
      // After `nohup`, the child ignores SIGHUP, and without a terminal it cannot tell this case from a container.
      if (!child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)) process.exit(128 + signals[signal]);
    });
  }
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  child.on('error', () => void load()); // the system refuses another process
  child.on('exit', (code, signal) => process.exit(signal ? 128 + signals[received ?? signal] : (code ?? 1)));
}

const refusal = unsupportedNode(process.versions.node);
if (refusal) refuse(refusal, 2);
else if (process.pid === 1) startChild();
else void load();
