import { OperationalError, UsageError } from '../../core/errors/errors.js';

/** What the user must do before a command can use the database or a run. */
export type ClusterNeed = 'url' | 'first-run' | 'upgrade' | 'other-name' | 'stopped-run' | 'known-worker';

/** An error that the user can correct with another command or option. */
export class ClusterUsageError extends UsageError {
  /** @param run the name of the run, if the error is about one. */
  constructor(
    message: string,
    readonly need: ClusterNeed,
    readonly run = '',
  ) {
    super(message);
  }
}

/** What is wrong with the results of a run that cannot have a total. */
export interface RunFault {
  readonly run: string;
  readonly isCounting: boolean;
  /** The worker that inserted a wrong result; undefined for two different counts of a subproblem. */
  readonly wrongWorker: string | undefined;
}

/** An error for a run that cannot have a total, because one of its results is wrong. */
export class RunFaultError extends OperationalError {
  constructor(
    message: string,
    readonly fault: RunFault,
  ) {
    super(message);
  }
}
