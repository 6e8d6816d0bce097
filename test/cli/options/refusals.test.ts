import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../src/cli/options/command-line.js';
import { classifyWords } from '../../../src/cli/options/words.js';
import { UsageError } from '../../../src/core/errors/errors.js';

const RUN_NAME_RULE =
  'is not a valid run name: use up to 64 letters, digits, dots, hyphens and underscores, ' +
  'beginning with a letter or a digit';

describe('the parser', () => {
  test.each<[string[], string]>([
    [[], 'give a board size, as in: queens-par 16 (see queens-par --help)'],
    [['audit'], 'audit needs a file or a run, as in: queens-par audit 16.ledger (see queens-par help audit)'],
    [['-3'], 'n must be a whole number from 0 to 32, not "-3"'],
    [['solve', '8', '9'], 'unexpected argument: 9'],
    [['--', 'plan'], 'n must be a whole number from 0 to 32, not "plan"'],
    [['--hlep', '8'], 'unknown option --hlep; did you mean --help?'],
    [['-x', '8'], 'unknown option -x (see queens-par help count)'],
    [['8', '--threads.x=4'], 'unknown option --threads.x; did you mean --threads?'],
    [['8', '-v'], 'unknown option -v; did you mean -V?'],
    [['8', '--JSON'], 'unknown option --JSON; did you mean --json?'],
    [['completion'], 'completion needs a shell, as in: queens-par completion bash (see queens-par help completion)'],
    [['20', '-threads', '8'], 'unknown option -threads; did you mean --threads N?'],
    [['20', '–threads', '8'], 'unknown option –threads; did you mean --threads N?'],
    [['20', '—quiet'], 'unknown option —quiet; did you mean --quiet?'],
    [['20', '-j', '8'], 'unknown option -j; did you mean --threads N?'],
    [['20', '--cores=8'], 'unknown option --cores; did you mean --threads N?'],
    [['20', '--no-progress'], 'unknown option --no-progress; did you mean --quiet?'],
    [['20', '--resume', 'x'], 'unknown option --resume; did you mean --checkpoint FILE?'],
    [['20', '--bitmask'], 'unknown option --bitmask; did you mean --algorithm bitmask?'],
    [['20', '--forecast'], 'unknown option --forecast; did you mean queens-par forecast 20?'],
    [['--n', '20'], 'unknown option --n; did you mean queens-par 20?'],
    [['-n', '8'], 'unknown option -n; did you mean queens-par 8?'],
    [['--n=12'], 'unknown option --n; did you mean queens-par 12?'],
    [['--n'], 'unknown option --n; did you mean queens-par 16?'],
    [['forecast', '-n', '21'], 'unknown option -n; did you mean queens-par forecast 21?'],
    [['8', '--no-color'], 'unknown option --no-color; did you mean NO_COLOR=1 in the environment?'],
    [['8', '--csv'], 'unknown option --csv; did you mean queens-par export 16.ledger --format csv?'],
    [['8', '--progress', 'never'], '--progress must be auto or always, not "never"; did you mean --quiet?'],
    [['8', '--memory', '64MB'], '--memory must be a number of megabytes from 2 to 4096, not "64MB"; did you mean 64?'],
    [['20', '--format', 'json'], 'count has no option --format; did you mean --json?'],
    [['solve', '8', '--json'], 'solve has no option --json; did you mean --format ndjson?'],
    [['trace', '8', '--format', 'json'], '--format must be steps or boards, not "json"; did you mean --json?'],
    [['verify', '18'], 'there is no command verify; did you mean queens-par 18 --verify?'],
    [['resume', '19.ledger'], 'there is no command resume; did you mean queens-par status 19.ledger?'],
    [['resume'], 'there is no command resume; did you mean queens-par status?'],
    [['play'], 'there is no command play; did you mean queens-par serve?'],
    [['list'], 'there is no command list; did you mean queens-par status?'],
    [['cluster', 'list'], 'there is no command cluster list; did you mean queens-par status?'],
    [['start', '18'], 'there is no command start; did you mean queens-par cluster start 18?'],
    [['board', '8'], 'there is no command board; did you mean queens-par solve 8 --format board?'],
    [['14..17'], 'n must be a whole number from 0 to 32, not "14..17"; did you mean queens-par sequence 14..17?'],
    [['15', '16', '17'], 'unexpected argument: 16; did you mean queens-par sequence 15..17?'],
    [
      ['d/20.ledger'],
      'n must be a whole number from 0 to 32, not "d/20.ledger"; did you mean queens-par status d/20.ledger?',
    ],
    [['A002562', '8'], 'unexpected argument: 8; did you mean queens-par sequence 1..16 --id A002562?'],
    [['16', 'meet'], 'unexpected argument: meet; did you mean queens-par 16 --algorithm meet?'],
    [['sequence', 'A000170', '1..5'], 'unexpected argument: 1..5; did you mean queens-par sequence 1..5 --id A000170?'],
    [
      ['sequence', 'A002562'],
      'the range must be FROM..TO, such as 1..16, not "A002562"; did you mean queens-par sequence 1..16 --id A002562?',
    ],
    [['8', '--json=1'], '--json takes no value'],
    [['run', '12'], 'there is no command run; did you mean queens-par 12?'],
    [['race', '8'], 'there is no command race; did you mean queens-par compare 8?'],
    [['time', '16'], 'there is no command time; did you mean queens-par forecast 16?'],
    [['eta', '40'], 'there is no command eta; did you mean queens-par forecast?'],
    [['draw', '8'], 'there is no command draw; did you mean queens-par solve 8?'],
    [['board', '5'], 'there is no command board; did you mean queens-par solve 5 --format board?'],
    [['apply', '-f', 'x.yaml'], 'there is no command apply; queens-par --help lists the commands'],
    [['--thread', 'max', '16'], 'unknown option --thread; did you mean --threads?'],
    [['--about'], 'unknown option --about (see queens-par --help)'],
    [['10', '--color', 'never'], 'unknown option --color; did you mean NO_COLOR=1 in the environment?'],
    [['10', '--color=off'], 'unknown option --color; did you mean NO_COLOR=1 in the environment?'],
    [['10', '--color', 'always'], 'unknown option --color; did you mean FORCE_COLOR=1 in the environment?'],
    [['10', '--color', 'auto'], 'unknown option --color (see queens-par help count)'],
    [['10', '--runs', '10'], 'unknown option --runs (see queens-par help count)'],
    [['sequence', '1..8', '--sequence', 'A002562'], 'unknown option --sequence; did you mean --id A002562?'],
    [['sequence', '1..8', '--name', 'A002562'], 'unknown option --name; did you mean --id A002562?'],
    [['solve', '8', '--max', '1'], 'unknown option --max; did you mean --limit N?'],
    [['solve', '8', '--first'], 'unknown option --first; did you mean --limit N?'],
    [['solve', '8', '-n', '1'], 'unknown option -n; did you mean --limit N?'],
    [['solve', '-n', '5'], 'unknown option -n; did you mean queens-par solve 5?'],
    [['12', '-j4'], 'unknown option -j4; did you mean --threads N?'],
    [['-n8'], 'unknown option -n8; did you mean queens-par 8?'],
    [['18', 'meet'], 'unexpected argument: meet; did you mean queens-par 18 --algorithm meet?'],
    [['8', '--threads', 'max'], '--threads must be a whole number from 0 to 1024, not "max"; 0 means one per core'],
    [['8', '--memory', '1G'], '--memory must be a number of megabytes from 2 to 4096, not "1G"; did you mean 1024?'],
    [['8', '--memory', '9G'], '--memory must be a number of megabytes from 2 to 4096, not "9G"'],
    [['8\u200b'], 'n must be a whole number from 0 to 32, not "8\\u200b"'],
    [['8\u00a0'], 'n must be a whole number from 0 to 32, not "8\\u00a0"'],
    [['sol', '8'], 'there is no command sol; did you mean queens-par solve 8?'],
    [['8', '--part', '-1/2', '--out', 'x'], '--part must be K/M with 1 <= K <= M, such as 3/16, not "-1/2"'],
    [['8', '--part', '1/2'], '--part needs --out FILE'],
    [['8', '--repair'], '--repair needs --checkpoint FILE or --out FILE'],
    [['audit', 'x', '--sample', '200%'], '--sample must be a percentage such as 1% or a number such as 20, not "200%"'],
    [['8', '--checkpoint', '-'], '--checkpoint must be a regular file, not -'],
    [['8', '--algorithm', 'bitmsk'], '--algorithm must be auto, bitmask or meet, not "bitmsk"; did you mean bitmask?'],
    [['9'.repeat(100_000)], `n must be a whole number from 0 to 32, not "${'9'.repeat(60)}"... (100000 characters)`],
    [['8', 'x'.repeat(100_000)], `unexpected argument: ${'x'.repeat(60)}... (100000 characters)`],
    [['8', '--threads', '-1'], '--threads must be a whole number from 0 to 1024, not "-1"'],
    [['8', '--threads='], '--threads needs a value (see queens-par help count)'],
    [['merge', 'run:'], 'run: needs a run name, as in run:18-meet'],
    [['status', 'run:a b'], `"a b" ${RUN_NAME_RULE}`],
    [
      ['export', 'x', '--out', 'run:y'],
      '--out must be a file, not a run; for a file with the same name, write ./run:y',
    ],
    [
      ['cluster', 'start', '8', '--from', 'run:y'],
      '--from must be a file, not a run; for a file with the same name, write ./run:y',
    ],
    [['8', '--part', '1/2', '--checkpoint', 'x'], 'use either --checkpoint or --part, not both'],
    [['audit', '-old.ledger'], 'unknown option -old.ledger (see queens-par help audit)'],
    [['8', '--limit=3'], 'count has no option --limit (see queens-par help count)'],
    [
      ['serve', '--host', '0.0.0.0'],
      'serve has no option --host. Only this machine can open the page. ' +
        'To share it with a class, run npm run build:site ' +
        'in a checkout, then python3 -m http.server -d dist-site or any other web server (docs/page.md).',
    ],
    [
      ['serve', '--listen', '0.0.0.0'],
      'serve has no option --listen. Only this machine can open the page. ' +
        'To share it with a class, run npm run build:site ' +
        'in a checkout, then python3 -m http.server -d dist-site or any other web server (docs/page.md).',
    ],
    [['serve', '--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536"'],
    [['solve', '8', '--limit', '0'], '--limit must be at least 1, not "0"'],
    [
      ['sequence', '5..3'],
      'the range must be FROM..TO, such as 1..16, not "5..3"; did you mean queens-par sequence 3..5?',
    ],
    [
      ['sequence', '3-9'],
      'the range must be FROM..TO, such as 1..16, not "3-9"; did you mean queens-par sequence 3..9?',
    ],
    [['sequence', '3..x'], 'the range must be FROM..TO, such as 1..16, not "3..x"'],
    [['sequence', '3..9x'], 'the range must be FROM..TO, such as 1..16, not "3..9x"'],
    [['cluster'], 'cluster needs a command: start, work, database, stop or remove, as in: queens-par cluster start 18'],
    [['cluster', 'strat', '8'], 'there is no command cluster strat; did you mean queens-par cluster start 8?'],
    [['cluster', 'start', '8', '--run', 'a/b'], `"a/b" ${RUN_NAME_RULE}`],
    [['trace', '4', '--json', '--format', 'boards'], 'use either --format or --json, not both'],
  ])('refuses %j with the error %j', (args, message) => {
    expect(() => parseLine(classifyWords(args), {})).toThrow(new UsageError(message));
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
