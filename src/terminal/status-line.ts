import { clearLine, cursorTo } from 'node:readline';
import { isAnimated } from './terminal.js';

/** One line on stderr that says what is going on and gives way to the next; nothing where nothing can move. */
export function statusLine(quiet: boolean): { show(text: string): void; clear(): void } {
  if (quiet || !isAnimated(process.stderr)) return { show() {}, clear() {} };
  function clear(): void {
    cursorTo(process.stderr, 0);
    clearLine(process.stderr, 0);
  }
  return {
    show(text) {
      clear();
      process.stderr.write(text);
    },
    clear,
  };
}
