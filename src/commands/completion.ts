import type { Argv } from 'yargs';

/** The command that prints the script by which a shell completes. */
export const COMPLETION = 'completion';

/** What that script runs to learn how a line may go on: this, the program's name, and the words so far. */
export const ASKED = '--get-yargs-completions';

/** Adds `queens-par completion`. The one that yargs has ends the process before it knows whether its script arrived. */
export function addCompletionCommand(yargs: Argv): Argv {
  return yargs.command(
    COMPLETION,
    'Print a script for bash or zsh that completes commands and options',
    (command) => command.usage('$0 completion: print a script, to be appended to ~/.bashrc or ~/.zshrc'),
    () => {
      yargs.showCompletionScript();
    },
  );
}
