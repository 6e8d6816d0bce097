/** The `queens-par cluster` commands, which spread a count over many machines. The others are in commands.ts. */
import { type Command, flag, ledger, value, wholeNumber } from './option.js';
import { boardSize, connection, display, planning, resources, runName, worker } from './options.js';
import { parseRunName } from './values.js';

export const clusterCommands = {
  'cluster start': {
    summary: 'Start or resume a run and print the total when it is complete',
    positionals: { n: boardSize },
    options: {
      run: value('NAME', parseRunName, {
        description: 'Name of the run',
        defaultText: 'n and algorithm, such as 16-meet',
      }),
      from: ledger({ description: 'Import the plan and results from a --checkpoint file' }),
      detach: flag('Fill the queue and exit'),
      ...planning,
      ...connection,
      ...display,
    },
    examples: [
      ['cluster start 18', 'count 18 queens on all workers that share the database'],
      ['cluster start 20 --run first --database-file url.txt', 'read the database URL from a file'],
      ['cluster start 20 --from 20.ledger', 'continue a count that was started on one machine'],
    ],
  },
  'cluster work': {
    summary: 'Count subproblems for all runs until interrupted',
    positionals: {},
    options: {
      ...resources,
      lease: wholeNumber(2, 3600, {
        description: 'If a worker is silent for N seconds, give its jobs to other workers',
        default: 30,
      }),
      ...connection,
    },
    examples: [['cluster work --threads 8', 'use 8 threads of this machine']],
  },
  'cluster database': {
    summary: 'Start a database for a cluster on this machine, print its URL, and run it until interrupted',
    positionals: {},
    options: {
      data: value('FOLDER', (folder) => folder, {
        kind: 'folder',
        description: 'Keep the database in this folder',
        defaultText: '.queens-par in the home folder',
      }),
    },
    examples: [['cluster database', 'run PostgreSQL to try a cluster on this machine']],
  },
  'cluster stop': {
    summary: 'Stop a run',
    synonyms: ['cancel'],
    positionals: { run: runName },
    options: connection,
    examples: [['cluster stop 18-meet', 'stop the run; cluster start resumes it']],
  },
  'cluster remove': {
    summary: "Remove a run that is not being counted, or one worker's results",
    synonyms: ['delete', 'rm'],
    positionals: { run: runName },
    options: { worker, ...connection },
    examples: [['cluster remove 18-meet', 'remove the run and its counts']],
  },
} satisfies Readonly<Record<string, Command>>;
