import { describe, expect, test } from 'vitest';
import { formerNames } from '../../src/cli/former-names.js';
import { parseLine } from '../../src/cli/line.js';
import { classifyWords } from '../../src/cli/words.js';
import { UsageError } from '../../src/errors/errors.js';

describe('the parser', () => {
  test.each<[string[], string]>([
    [[], 'give the board size, as in: queens-par 16 (see queens-par --help)'],
    [['audit'], 'give the file or the run, as in: queens-par audit 16.ledger (see queens-par help audit)'],
    [['-3'], 'n must be a whole number from 0 to 32, not "-3"'],
    [['8', '9'], 'unexpected argument: 9'],
    [['--', 'plan'], 'n must be a whole number from 0 to 32, not "plan"'],
    [['--hlep', '8'], 'unknown option --hlep; did you mean --help?'],
    [['-x', '8'], 'unknown option -x (see queens-par help count)'],
    [['8', '--threads.x=4'], 'unknown option --threads.x; did you mean --threads?'],
    [['8', '-v'], 'unknown option -v; did you mean -V?'],
    [['8', '--JSON'], 'unknown option --JSON; did you mean --json?'],
    [['completion'], 'give the shell, as in: queens-par completion bash (see queens-par help completion)'],
    [['20', '-threads', '8'], 'unknown option -threads; did you mean --threads?'],
    [['8', '--json=1'], '--json takes no value'],
    [['run', '12'], 'there is no command run; queens-par --help lists the commands'],
    [['sol', '8'], 'there is no command sol; did you mean queens-par solve?'],
    [['8', '--part', '-1/2', '--out', 'x'], '--part must be K/M with 1 <= K <= M, like 3/16, not "-1/2"'],
    [['8', '--part', '1/2'], '--part needs --out FILE'],
    [['8', '--repair'], '--repair needs --checkpoint FILE or --out FILE'],
    [['audit', 'x', '--sample', '200%'], '--sample must be a percentage like 1% or a number like 20, not "200%"'],
    [['8', '--checkpoint', '-'], '--checkpoint must be a regular file, not -'],
    [['8', '--algorithm', 'bitmsk'], '--algorithm must be auto, bitmask or meet, not "bitmsk"; did you mean bitmask?'],
    [['9'.repeat(100_000)], `n must be a whole number from 0 to 32, not "${'9'.repeat(60)}"... (100000 characters)`],
    [['8', 'x'.repeat(100_000)], `unexpected argument: ${'x'.repeat(60)}... (100000 characters)`],
    [['8', '--threads', '-1'], '--threads must be a whole number from 0 to 1024, not "-1"'],
    [['8', '--threads='], '--threads needs a value (see queens-par help count)'],
    [['merge', 'run:'], 'run: needs the name of a run, as in run:18-meet'],
    [['status', 'run:a b'], 'a run name is a letter or digit, then up to 63 letters, digits or . _ -, not "run:a b"'],
    [['export', 'x', '--out', 'run:y'], '--out must be a file, not a run; ./run:y is a file of this name'],
    [['cluster', 'start', '8', '--from', 'run:y'], '--from must be a file, not a run; ./run:y is a file of this name'],
    [['8', '--part', '1/2', '--checkpoint', 'x'], 'use either --checkpoint or --part, not both'],
    [['audit', '-old.ledger'], 'unknown option -old.ledger (see queens-par help audit)'],
    [['8', '--limit=3'], 'count has no --limit (see queens-par help count)'],
    [
      ['serve', '--host', '0.0.0.0'],
      'serve has no --host. Only this machine can open the page. For a class, in a checkout: npm run build:site, ' +
        'then python3 -m http.server -d dist-site, or any other web server (docs/page.md).',
    ],
    [['serve', '--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536"'],
    [['solve', '8', '--limit', '0'], '--limit must be a whole number from 1, not "0"'],
    [['sequence', '5..3'], 'the range must begin with the smaller board, as in 3..5, not "5..3"'],
    [['sequence', '3-9'], 'the range must be like 1..16, not "3-9"'],
    [['cluster'], 'give one of start, work, database, stop, remove, as in: queens-par cluster start 18'],
    [['cluster', 'strat', '8'], 'there is no command cluster strat; did you mean queens-par cluster start?'],
    [
      ['cluster', 'start', '8', '--run', 'a/b'],
      'a run name is a letter or digit, then up to 63 letters, digits or . _ -, not "a/b"',
    ],
    [['compare', '4', '--json', '--format', 'csv'], 'use either --format or --json, not both'],
  ])('refuses %j with the error %j', (args, message) => {
    expect(() => parseLine(classifyWords(args), {})).toThrow(new UsageError(message));
  });

  test.each(Object.keys(formerNames))('says what replaces the former %s', (name) => {
    const line = name.startsWith('--') ? ['count', ...name.split(' ')] : name.split(' ');
    for (const args of [line, [...line, '18', '--frobnicate']]) {
      expect(() => parseLine(classifyWords(args), {})).toThrow(
        new UsageError(`${name} no longer exists: ${formerNames[name]}`),
      );
    }
  });

  test('reads QUEENS_PAR_THREADS unless --threads overrides it, whose last value counts', () => {
    const env = { QUEENS_PAR_THREADS: 'many', QUEENS_PAR_JSON: '1' };
    expect(() => parseLine(classifyWords(['8']), env)).toThrow('QUEENS_PAR_THREADS must be a whole number');
    expect(parseLine(classifyWords(['8', '-t5', '-t2']), env).args).toMatchObject({ threads: 2, json: false });
    expect(parseLine(classifyWords(['8']), { QUEENS_PAR_THREADS: '3' }).args).toMatchObject({ threads: 3 });
  });

  test('accepts a value that begins with a dash', () => {
    const { args } = parseLine(classifyWords(['8', '--checkpoint', '-dash.ledger', '-qt2']), {});
    expect(args).toMatchObject({ checkpoint: '-dash.ledger', quiet: true, threads: 2 });
  });
});
