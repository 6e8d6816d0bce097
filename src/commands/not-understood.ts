import { UsageError } from '../errors/errors.js';

/** A command line that is refused, with words of yargs where explainUsage has better ones. */
export class NotUnderstood extends UsageError {
  /** @param optionNames the options of the command that was given. */
  constructor(
    message: string,
    readonly optionNames: readonly string[],
  ) {
    super(message);
  }
}
