/** The commands of `queens-par cluster`, for one count on many machines. commands.ts has the other commands. */
import type { Command } from './command.js';
import { flag, ledger, path, text, value, wholeNumber } from './option.js';
import { boardSize, connection, display, options, planning, runName, worker } from './options.js';
import { readRunName } from './values.js';

export const clusterCommands = {
  'cluster start': {
    summary: 'Start or resume a run, and print the total when it is complete',
    positionals: { n: boardSize },
    options: {
      run: value('NAME', readRunName, {
        description: 'Name of the run',
        defaultText: 'n and algorithm, like 16-meet',
      }),
      from: ledger({ description: 'Take the plan and the results of this file, written by --checkpoint' }),
      detach: flag('Fill the queue and exit'),
      ...planning,
      ...connection,
      ...display,
    },
    examples: [
      ['cluster start 18', 'count 18 queens on all workers of the database'],
      ['cluster start 20 --run first --database-file url.txt', 'use the database whose URL is in a file'],
      ['cluster start 20 --from 20.ledger', 'go on with a count that began on one machine'],
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
    examples: [['cluster work --threads 8', 'count on 8 threads of this machine']],
  },
  'cluster database': {
    summary: 'Run a database for a cluster until interrupted, and print its URL',
    positionals: {},
    options: {
      listen: text('ADDRESS', {
        description: 'Also accept the machines of the network of this address, which you must trust',
        defaultText: 'only this machine',
      }),
      data: path('folder', {
        description: 'Keep the database in this folder',
        defaultText: '.queens-par in the home folder',
      }),
    },
    examples: [
      ['cluster database', 'run PostgreSQL for this machine'],
      ['cluster database --listen 192.168.1.7', 'also for the machines of a home or a laboratory'],
    ],
  },
  'cluster stop': {
    summary: 'Stop a run',
    synonyms: ['cancel'],
    positionals: { run: runName },
    options: connection,
    examples: [['cluster stop 18-meet', 'cluster start resumes it']],
  },
  'cluster remove': {
    summary: 'Remove a run that is not being counted, or the results of one worker',
    synonyms: ['delete', 'rm'],
    positionals: { run: runName },
    options: { worker, ...connection },
    examples: [['cluster remove 18-meet', 'remove the run and its counts']],
  },
} satisfies Readonly<Record<string, Command>>;
