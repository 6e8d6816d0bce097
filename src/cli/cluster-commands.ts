/** The commands of `queens-par cluster`, for one count on many machines. commands.ts has the other commands. */
import type { Command } from './command.js';
import { flag, optional, positional, requiredLedger, text, value, wholeNumber } from './option.js';
import { boardSize, connection, display, options, planning, runName, sampling } from './options.js';
import { readRunName } from './values.js';

const run = value('RUN', readRunName, {
  description: 'Name of the run',
  defaultText: 'n and algorithm, like 16-meet',
});

export const clusterCommands = {
  'cluster start': {
    summary: 'Start or resume a run, and print the total when it is complete',
    positionals: { n: boardSize },
    options: {
      run,
      slots: wholeNumber(1, 1024, {
        description: 'Make the plan for N threads in total, on all machines',
        defaultText: '64, or 8 for meet below n = 20',
      }),
      detach: flag('Fill the queue and exit'),
      ...planning,
      ...connection,
      ...display,
    },
    examples: [
      ['cluster start 18 --local', 'use a database on this machine'],
      ['cluster start 20 --run first --database-file url.txt', 'use the database whose URL is in a file'],
    ],
  },
  'cluster work': {
    summary: 'Count subproblems of all runs until interrupted',
    positionals: {},
    options: {
      threads: options.threads,
      memory: options.memory,
      lease: wholeNumber(2, 3600, {
        description: 'If a worker is silent for N seconds, give its jobs to other workers',
        default: 30,
      }),
      ...connection,
    },
    examples: [['cluster work --local', 'count for the local database, in a second terminal']],
  },
  'cluster status': {
    summary: 'Show the progress of runs, and their workers',
    positionals: { run: optional(runName) },
    options: {
      watch: flag('Print the status every two seconds until interrupted'),
      ...connection,
      json: display.json,
    },
    examples: [['cluster status --local --watch', 'watch all runs of the local database']],
  },
  'cluster audit': {
    summary: 'Recount a random sample of a run on this machine, and compare the counts',
    positionals: { run: runName },
    options: {
      ...sampling,
      worker: text('NAME', { description: 'Audit only the results of this worker; cluster status lists the names' }),
      threads: options.threads,
      memory: options.memory,
      ...connection,
      ...display,
    },
    examples: [
      ['cluster audit 18-meet', 'recount one subproblem in a hundred'],
      ['cluster audit 18-meet --worker ada-4711-3f9a12 --sample 5%', 'audit only the results of one worker'],
    ],
  },
  'cluster export': {
    summary: 'Write the finished subproblems of a run to a ledger file',
    positionals: { run: runName },
    options: { out: requiredLedger({ description: options.out.description }), ...connection },
    examples: [['cluster export 18-meet --out 18.ledger', 'copy the ledger of a run to a file']],
  },
  'cluster import': {
    summary: 'Add the counts of a ledger file to a run',
    positionals: {
      ledger: { ...positional('the file', 'A file written by --checkpoint', (text) => text), isFile: true },
    },
    options: { run, ...connection },
    examples: [['cluster import 18.ledger', 'the run skips the subproblems in this file']],
  },
  'cluster stop': {
    summary: 'Stop a run',
    positionals: { run: runName },
    options: connection,
    examples: [['cluster stop 18-meet', 'cluster start resumes it']],
  },
  'cluster remove': {
    summary: 'Remove a run that is not being counted, or the results of one worker',
    positionals: { run: runName },
    options: {
      worker: text('NAME', {
        description: 'Remove only the results of this worker, to count them again; cluster status lists the names',
      }),
      ...connection,
    },
    examples: [['cluster remove 18-meet', 'remove the run and its counts']],
  },
} satisfies Readonly<Record<string, Command>>;
