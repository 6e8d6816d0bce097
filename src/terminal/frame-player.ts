import { emitKeypressEvents, type Key } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Replay } from '../text/replay.js';
import { Interruption } from './interruption.js';

/** A frame of a search. */
export interface Frame {
  /** Whether the frame shows a solution. */
  readonly isSolution: boolean;
  /** Draws the frame. Frames on the way to the next solution are not drawn. */
  readonly draw: () => string;
}

/** Milliseconds between two frames while the replay plays, from slow to fast. */
const INTERVALS = [1200, 600, 300, 150, 75, 40, 20] as const;
const USUAL_SPEED = 3;

/** Milliseconds of searching for the next solution, after which keys are handled. */
const SLICE = 50;

const HELP = `right: forward   left: back   n: next solution
p: play, pause   + -: speed   q: quit`;
const CLEAR_SCREEN = '\x1b[2J\x1b[H';

/**
 * Shows frames on a terminal, one at a time, until the user quits. Keys control the replay.
 *
 * @param input a terminal. In raw mode, Ctrl-C and Ctrl-Z arrive as keys.
 * @param end a function that returns the line below the last frame.
 * @throws Interruption after Ctrl-C.
 */
export async function playFrames(
  replay: Replay<Frame>,
  input: ReadStream,
  output: WriteStream,
  end: () => string,
): Promise<void> {
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.resume();
  replay.forward();
  show();
  let playing: NodeJS.Timeout | undefined;
  let speed = USUAL_SPEED;
  let onKey: (text: string | undefined, key: Key) => void = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      onKey = (text, { name, ctrl }) => {
        if (ctrl && name === 'c') return reject(new Interruption('SIGINT'));
        if (ctrl && name === 'z') return suspend();
        if (name === 'q' || name === 'escape') return resolve();
        const wasPlaying = playing !== undefined;
        pause();
        if (text === '+' || text === '-') changeSpeed(text === '+' ? 1 : -1, wasPlaying);
        else if (name === 'n') playing = setInterval(seekSolution, 0);
        else if (name === 'p' && !wasPlaying) play();
        else if (name === 'right' || name === 'space' || name === 'return') replay.forward();
        else if (name === 'left' || name === 'backspace') replay.back();
        show();
      };
      input.on('keypress', onKey);
    });
  } finally {
    pause();
    input.off('keypress', onKey);
    process.off('SIGCONT', resume);
    input.setRawMode(false);
    input.pause(); // otherwise the process would wait for more keys
  }

  function show(): void {
    output.write(`${CLEAR_SCREEN}${replay.frame?.draw() ?? ''}\n${replay.ended ? end() : ''}\n${HELP}\n`);
  }

  function play(): void {
    playing = setInterval(playNext, INTERVALS[speed]);
  }

  function playNext(): void {
    if (!replay.forward()) pause();
    show();
  }

  /** Goes forward to the next solution or to the end, for a short time. */
  function seekSolution(): void {
    for (const start = performance.now(); performance.now() - start < SLICE; ) {
      if (replay.forward() && !replay.frame?.isSolution) continue;
      pause();
      break;
    }
    show();
  }

  function changeSpeed(step: 1 | -1, wasPlaying: boolean): void {
    speed = Math.min(Math.max(speed + step, 0), INTERVALS.length - 1);
    if (wasPlaying) play();
  }

  function pause(): void {
    clearInterval(playing);
    playing = undefined;
  }

  /** Stops the process after Ctrl-Z, with the terminal as the shell expects it. Windows has no such signal. */
  function suspend(): void {
    if (process.platform === 'win32') return;
    pause();
    input.setRawMode(false);
    process.once('SIGCONT', resume);
    process.kill(process.pid, 'SIGTSTP');
  }

  function resume(): void {
    input.setRawMode(true);
    show();
  }
}
