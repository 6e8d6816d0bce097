import { emitKeypressEvents, type Key } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Replay } from '../text/replay.js';
import { Interruption } from './interruption.js';

/** Milliseconds between two frames while the replay plays. */
const FRAME_INTERVAL = 150;

const HELP = 'right, space: forward   left: back   p: play or pause   q: quit';
const CLEAR_SCREEN = '\x1b[2J\x1b[H';

/**
 * Shows frames on a terminal, one at a time, until the user quits. Keys control the replay.
 *
 * @param input a terminal. In raw mode, Ctrl-C arrives as a key.
 * @param end a function that returns the line below the last frame.
 * @throws Interruption after Ctrl-C.
 */
export async function playFrames(
  replay: Replay<string>,
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
  let onKey: (text: string | undefined, key: Key) => void = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      onKey = (_text, { name, ctrl }) => {
        if (ctrl && name === 'c') return reject(new Interruption('SIGINT'));
        if (name === 'q' || name === 'escape') return resolve();
        const wasPlaying = playing !== undefined;
        pause();
        if (name === 'p' && !wasPlaying) playing = setInterval(playNext, FRAME_INTERVAL);
        else if (name === 'right' || name === 'space' || name === 'return') replay.forward();
        else if (name === 'left' || name === 'backspace') replay.back();
        show();
      };
      input.on('keypress', onKey);
    });
  } finally {
    pause();
    input.off('keypress', onKey);
    input.setRawMode(false);
    input.pause(); // otherwise the process would wait for more keys
  }

  function show(): void {
    output.write(`${CLEAR_SCREEN}${replay.frame ?? ''}\n${replay.ended ? end() : ''}\n${HELP}\n`);
  }

  function playNext(): void {
    if (!replay.forward()) pause();
    show();
  }

  function pause(): void {
    clearInterval(playing);
    playing = undefined;
  }
}
