import { UsageError } from '../usage-error.js';

/** A command line that yargs refuses, in the words of yargs: explainUsage has better ones. */
export class NotUnderstood extends UsageError {
  /** @param optionNames the options of the command that was given. */
  constructor(
    message: string,
    readonly optionNames: readonly string[],
  ) {
    super(message);
  }
}
