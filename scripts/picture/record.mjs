// Records what commands show on a terminal.

import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** Seconds between two looks at the screen. */
const INTERVAL = 0.08;

/** Seconds that an answer stands before the next command is typed. */
const PAUSE = 1.5;

/**
 * Runs commands one after the other in a pseudo-terminal.
 *
 * @param {{ shown: string, program: string, args: string[] }[]} commands `shown` is what a person would type.
 * @returns frames: { at: seconds, rows: runs of equally coloured text }[], without two alike in a row.
 */
export async function record(commands, { columns, rows }) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const write = (text) => new Promise((resolve) => terminal.write(text, () => resolve(undefined)));
  const frames = [];
  let clock = 0;
  function look() {
    const screen = readScreen(terminal.buffer.active, columns, rows);
    if (JSON.stringify(frames.at(-1)?.rows) !== JSON.stringify(screen)) frames.push({ at: clock, rows: screen });
  }
  for (const { shown, program, args } of commands) {
    await write(`$ ${shown}\r\n`);
    look();
    const { CI, NO_COLOR, ...env } = process.env;
    const child = spawn(program, args, {
      cols: columns,
      rows,
      env: { ...env, TERM: 'xterm-256color', FORCE_COLOR: '1' },
    });
    let isOver = false;
    child.onExit(() => {
      isOver = true;
    });
    child.onData((text) => write(text));
    const [start, startedAt] = [clock, performance.now()];
    while (!isOver) {
      await sleep(1000 * INTERVAL);
      clock = start + (performance.now() - startedAt) / 1000;
      look();
    }
    await write('');
    look();
    clock += PAUSE;
  }
  return frames;
}

/** The screen down to its last line that is not empty, each line as runs of equally coloured text. */
function readScreen(buffer, columns, rows) {
  const lines = Array.from({ length: rows }, (_, y) => readLine(buffer.getLine(buffer.viewportY + y), columns));
  while (lines.length > 0 && lines.at(-1).length === 0) lines.pop();
  return lines;
}

function readLine(line, columns) {
  const runs = [];
  for (let x = 0; x < columns; x++) {
    const cell = line.getCell(x);
    const color = cell.isFgPalette() ? cell.getFgColor() : -1;
    if (runs.at(-1)?.color === color) runs.at(-1).text += cell.getChars() || ' ';
    else runs.push({ color, text: cell.getChars() || ' ' });
  }
  const last = runs.at(-1);
  last.text = last.text.trimEnd();
  return last.text === '' ? runs.slice(0, -1) : runs;
}
