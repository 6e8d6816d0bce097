import { describe, expect, test } from 'vitest';
import { classifyWords } from '../../../src/cli/options/words.js';

/** Returns the words of a line by kind, without empty lists. */
function classify(line: string) {
  const { options, ...others } = classifyWords(line.split(' '));
  const lists = Object.entries(others).filter(([, words]) => words.length > 0);
  return { options: Object.fromEntries(options), ...Object.fromEntries(lists) };
}

describe('the words of a command line', () => {
  test.each([
    ['8 --threads 2 --json', { options: { threads: '2', json: 'true' }, before: ['8'] }],
    ['--json --threads=2 8', { options: { threads: '2', json: 'true' }, before: ['8'] }],
    ['--threads 2 solve --format board 8', { options: { threads: '2', format: 'board' }, before: ['solve', '8'] }],
    ['8 -qt2', { options: { quiet: 'true', threads: '2' }, before: ['8'] }],
    ['8 -qt 2', { options: { quiet: 'true', threads: '2' }, before: ['8'] }],
    ['8 -tq 2', { options: { quiet: 'true', threads: '' }, before: ['8', '2'] }],
    ['8 --json=true', { options: { json: 'true' }, before: ['8'] }],
    ['8 -t=2 -t3', { options: { threads: '3' }, before: ['8'] }],
    ['8 --threads 2 --threads=3', { options: { threads: '3' }, before: ['8'] }],
    ['8 --threads -1', { options: { threads: '-1' }, before: ['8'] }],
    ['8 --checkpoint -', { options: { checkpoint: '-' }, before: ['8'] }],
    ['8 --checkpoint -x.ledger', { options: { checkpoint: '-x.ledger' }, before: ['8'] }],
    ['8 --checkpoint=--x', { options: { checkpoint: '--x' }, before: ['8'] }],
    ['8 --checkpoint=a=b', { options: { checkpoint: 'a=b' }, before: ['8'] }],
    ['merge - 007 -5', { options: {}, before: ['merge', '-', '007', '-5'] }],
    ['cluster start 18 --run postgres', { options: { run: 'postgres' }, before: ['cluster', 'start', '18'] }],
    ['--json -- 8 --threads -q', { options: { json: 'true' }, after: ['8', '--threads', '-q'] }],
  ])('of %j are options, values and others in any order', (line, words) => {
    expect(classify(line)).toMatchObject(words);
    expect(classify(line)).not.toHaveProperty('unknown');
  });

  test.each([
    ['8 --out --jsno', { options: { out: '' }, unknown: ['--jsno'] }],
    ['8 --out --json', { options: { out: '', json: 'true' } }],
    ['8 --out -q', { options: { out: '', quiet: 'true' } }],
    ['8 --out --', { options: { out: '' } }],
    ['8 --threads --out=x', { options: { threads: '', out: 'x' } }],
  ])(
    'of %j leave an option without a value, because a value that looks like an option must follow =',
    (line, words) => {
      expect(classify(line)).toMatchObject(words);
    },
  );

  test.each([
    ['8 --json=1', ['--json=1']],
    ['8 -x', ['-x']],
    ['8 -qx', ['-qx']],
    ['8 -t2x', ['-t2x']],
    ['8 --threads.x=4', ['--threads.x=4']],
    ['8 --no-json', ['--no-json']],
    ['8 --databaseFile x', ['--databaseFile']],
    ['8 –threads 2', ['–threads']],
  ])('of %j are unknown options', (line, unknown) => {
    expect(classify(line)).toMatchObject({ unknown });
  });
});
