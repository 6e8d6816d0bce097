import type { Argv, Options } from 'yargs';
import { MOST_THREADS } from '../plan/threads.js';
import { withAlgorithmDefaults } from './algorithm-options.js';
import { boardSize, pick, wholeNumber, withEnvironment } from './options.js';

/** The options that this command alone understands, or understands its own way. */
export const forecastOptions = {
  machines: {
    type: 'string',
    requiresArg: true,
    describe: 'Forecast also for a cluster of so many machines like this one',
    defaultDescription: '1',
    coerce: wholeNumber('--machines', 1, MOST_THREADS),
  },
} as const satisfies Record<string, Options>;

/** Adds `queens-par forecast <n>`: how long a count would take. */
export function addForecastCommand(yargs: Argv): Argv {
  return yargs.command(
    'forecast <n>',
    'Measure this machine for a second, and say how long a count would take',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options({ ...withEnvironment(forecastOptions), ...pick('threads', 'algorithm', 'memory', 'json') })
        .example('$0 forecast 21', 'how long 21 queens take on this machine')
        .example('$0 forecast 24 --machines 50', 'and 24 queens on fifty of its kind'),
    async (args) => (await import('./run-forecast.js')).runForecast(withAlgorithmDefaults(args)),
  );
}
