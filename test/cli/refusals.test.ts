import { describe, expect, test } from 'vitest';
import { readArguments } from '../../src/cli/arguments.js';
import { understand } from '../../src/cli/line.js';
import { UsageError } from '../../src/errors/errors.js';

describe('bad input: one line that says what is wrong and what would be right', () => {
  test.each<[string[], string]>([
    [[], 'give the board size, as in: queens-par 16 (queens-par --help tells more)'],
    [['audit'], 'give the file, as in: queens-par audit 16.ledger (queens-par audit --help tells more)'],
    [['abc'], 'n must be a whole number from 0 to 32, not "abc"'],
    [['-3'], 'n must be a whole number from 0 to 32, not "-3"'],
    [['2.5'], 'n must be a whole number from 0 to 32, not "2.5"'],
    [['1e3'], 'n must be a whole number from 0 to 32, not "1e3"'],
    [['33'], 'n must be a whole number from 0 to 32, not "33"'],
    [['8', '9'], 'one argument too many: 9'],
    [['8', '--', '9'], 'one argument too many: 9'],
    [['--', 'plan'], 'n must be a whole number from 0 to 32, not "plan"'],
    [['--hlep', '8'], 'unknown option --hlep; did you mean --help?'],
    [['-x', '8'], 'unknown option -x (queens-par --help lists them)'],
    [['99', '--treads', 'x'], 'unknown option --treads; did you mean --threads?'],
    [['8', '--threads.x=4'], 'unknown option --threads.x; did you mean --threads?'],
    [['8', '--no-json'], 'unknown option --no-json (queens-par --help lists them)'],
    [
      ['merge', '-w.ledger'],
      'unknown option -w.ledger (queens-par merge --help lists them; a file name that begins with a dash goes after --)',
    ],
    [['merge'], 'give the files to merge, as in: queens-par merge *.ledger (queens-par merge --help tells more)'],
    [['8', '--json=maybe'], '--json must be 1 or 0, not "maybe"'],
    [['8', '-q7'], '--quiet must be 1 or 0, not "7"'],
    [['bench', '99'], 'n must be a whole number from 1 to 20, not "99"'],
    [['forecast', '21', '--machines', '2000'], '--machines must be a whole number from 1 to 1024, not "2000"'],
    [['completion', 'nushell'], 'shell must be bash, zsh or fish, not "nushell"'],
    [['completion', 'zhs'], 'shell must be bash, zsh or fish, not "zhs"; did you mean zsh?'],
    [['8', '--algorithm', 'bitmsk'], '--algorithm must be auto, bitmask or meet, not "bitmsk"; did you mean bitmask?'],
    [
      ['compare', '4', '--format', 'cvs'],
      '--format must be table, csv, markdown or json, not "cvs"; did you mean csv?',
    ],
    [
      ['sequence', '1..4', '--id', 'A00170'],
      '--id must be A000170, A002562, A032522 or A033148, not "A00170"; did you mean A000170?',
    ],
    [['9'.repeat(100_000)], `n must be a whole number from 0 to 32, not "${'9'.repeat(60)}"... (100000 characters)`],
    [['8', 'x'.repeat(100_000)], `one argument too many: ${'x'.repeat(60)}... (100000 characters)`],
    [['8', '--threads', '-1'], '--threads must be a whole number from 0 to 1024, not "-1"'],
    [['8', '--threads', 'x'], '--threads must be a whole number from 0 to 1024, not "x"'],
    [['8', '--threads', '100000'], '--threads must be a whole number from 0 to 1024, not "100000"'],
    [['8', '--threads='], '--threads needs a value (queens-par --help tells more)'],
    [['8', '--treads', '2'], 'unknown option --treads; did you mean --threads?'],
    [['8', '--frobnicate'], 'unknown option --frobnicate (queens-par --help lists them)'],
    [['plam', '8'], 'there is no command plam; did you mean queens-par plan?'],
    [['plan'], 'give the board size, as in: queens-par plan 16 (queens-par plan --help tells more)'],
    [['8', '--progress', 'maybe'], '--progress must be auto, always or never, not "maybe"'],
    [['plan', '8', '--algorithm='], '--algorithm needs a value (queens-par plan --help tells more)'],
    [['8', '--threads'], '--threads needs a value (queens-par --help tells more)'],
    [['cluster', 'export', '8'], '--out is needed, as in: queens-par cluster export 18-meet --out 18.ledger'],
    [['solve', '8', '--json'], 'solve has no --json (queens-par solve --help lists its options)'],
    [['8', '--limit=3'], 'a count has no --limit (queens-par --help lists its options)'],
    [['16', '-x'], 'unknown option -x (queens-par --help lists them)'],

    [['solve', '8', '--limits', '1'], 'unknown option --limits; did you mean --limit?'],
    [['solve', '8', '--limit', '0'], '--limit must be a whole number from 1, not "0"'],
    [['sequence', '5..3'], 'the range must begin with the smaller board, as in 3..5, not "5..3"'],
    [['sequence', '3..99'], 'the range must be like 1..16, from 0 to 32, not "3..99"'],
    [['8', '--part', '1/99999999', '--out', 'x'], '--part can be of 100000 at most, not "1/99999999"'],
    [['8', '--algorithm', 'meet', '--depth', '2'], '--depth is for bitmask; meet has --memory instead'],
    [['8', '--algorithm', 'bitmask', '--memory', '64'], '--memory is for meet; bitmask has --depth instead'],
    [['plan', '8', '--depth', '2', '--memory', '64'], '--memory is for meet; bitmask has --depth instead'],
    [
      ['cluster'],
      'give one of start, work, status, audit, export, import, stop, trust, remove, as in: queens-par cluster start 18',
    ],
    [['cluster', 'strat', '8'], 'there is no command cluster strat; did you mean queens-par cluster start?'],
    [
      ['cluster', 'audit'],
      'give the run, as in: queens-par cluster audit 18-meet (queens-par cluster audit --help tells more)',
    ],
    [['cluster', 'status', '--metrics', 'x'], '--metrics must be a port, like 9464 or 0.0.0.0:9464, not "x"'],
    [
      ['cluster', 'start', '8', '--run', 'a/b'],
      'the name of a run has letters, digits, dots, dashes and underscores, not "a/b"',
    ],
    [['cluster', 'work', '--lease', '1'], '--lease must be a whole number from 2 to 3600, not "1"'],
  ])('%j', (args, message) => {
    const refused = () => {
      const { name, ...line } = understand(args);
      readArguments(name, line, {});
    };
    expect(refused).toThrow(new UsageError(message));
  });
});
