import type { LedgerHeader } from '../ledger/header.js';
import { readHeader } from '../ledger/header.js';
import { type LedgerPlace, openFile, readBeginning, readPieces } from './ledger-pieces.js';

/** Pieces (megabytes) read in one look at the folder: about a second. What they do not reach is read in the next. */
const MOST_PIECES = 64;

/** What a list of files says of one. */
export interface Tally {
  readonly header: LedgerHeader;
  /** Lines that name a finished subproblem; undefined while the file has not been read to its end. */
  readonly finished: number | undefined;
}

interface Reading extends LedgerPlace {
  entries: number;
}

/**
 * How far the ledger files of a folder are. Each is read once, and from then on only what was added. No plan is made,
 * so that it goes unseen if a line names a subproblem once more: that is for whoever opens the run.
 */
export class LedgerTallies {
  readonly #readings = new Map<string, Reading>();
  #piecesLeft = 0;

  /** Begins another look, at these files; others are forgotten. */
  look(files: ReadonlySet<string>): void {
    this.#piecesLeft = MOST_PIECES;
    for (const file of this.#readings.keys()) if (!files.has(file)) this.#readings.delete(file);
  }

  /**
   * Reads what was added to a file.
   *
   * @param name how messages name it.
   * @throws LedgerFileError, or what the system has against reading it.
   */
  async read(file: string, name: string): Promise<Tally> {
    const handle = await openFile(file);
    try {
      const { ino, size } = await handle.stat();
      let reading = this.#readings.get(file);
      if (reading?.inode !== ino || size < reading.offset) {
        const beginning = await readBeginning(handle);
        const header = readHeader(beginning, name);
        reading = { header, inode: ino, offset: beginning.indexOf('\n') + 1, line: 2, entries: 0 };
        this.#readings.set(file, reading);
      }
      const { header } = reading;
      if (size > reading.offset) {
        if (this.#piecesLeft <= 0) return { header, finished: undefined };
        this.#piecesLeft -= await readPieces(handle, reading, receiverOf(reading), this.#piecesLeft);
        if (this.#piecesLeft <= 0) return { header, finished: undefined };
      }
      return { header, finished: reading.entries };
    } finally {
      await handle.close();
    }
  }
}

function receiverOf(reading: Reading): Parameters<typeof readPieces>[2] {
  return {
    entry() {
      reading.entries++;
    },
    damaged() {}, // told of the run when it is opened
  };
}
