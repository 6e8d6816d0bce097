import type { Argv, Options } from 'yargs';
import { LARGEST_BOARD } from '../board/board-size.js';
import { sequenceIds } from '../board/known-counts.js';
import { UsageError } from '../errors/errors.js';
import { formatsOf, pick, withEnvironment } from './options.js';
import type { Range } from './run-sequence.js';

/** The options that this command alone understands, or understands its own way. */
export const sequenceOptions = {
  id: { choices: sequenceIds, default: 'A000170', requiresArg: true, describe: 'Which sequence of the OEIS' },
  format: {
    choices: formatsOf.sequence,
    default: 'table',
    requiresArg: true,
    describe: 'b-file: the format of the OEIS, from the first n of the sequence on',
  },
} as const satisfies Record<string, Options>;

/** Adds `queens-par sequence <range>`: one value after the other, each checked. */
export function addSequenceCommand(yargs: Argv): Argv {
  return yargs.command(
    'sequence <range>',
    'Count for several n, and check each value against the published one',
    (command) =>
      command
        .positional('range', {
          type: 'string',
          demandOption: true,
          describe: `Board sizes, like 1..16, from 0 to ${LARGEST_BOARD}`,
          coerce: readRange,
        })
        .options({ ...withEnvironment(sequenceOptions), ...pick('threads', 'quiet', 'progress', 'color') })
        .example('$0 sequence 1..16', 'the first values of A000170')
        .example('$0 sequence 1..12 --id A002562 --format b-file', 'a b-file of the fundamental solutions'),
    async (args) => (await import('./run-sequence.js')).runSequence(args),
  );
}

/** Reads `1..16`, or `8` for a single board. */
function readRange(text: string): Range {
  const [, from, to] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to ?? from) };
  if (range.from <= range.to && range.to <= LARGEST_BOARD) return range;
  if (range.from > range.to && range.from <= LARGEST_BOARD) {
    throw new UsageError(
      `the range must begin with the smaller board, as in ${to}..${from}, not ${JSON.stringify(text)}`,
    );
  }
  throw new UsageError(`the range must be like 1..16, from 0 to ${LARGEST_BOARD}, not ${JSON.stringify(text)}`);
}
