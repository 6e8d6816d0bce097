import { describe, expect, test } from 'vitest';
import { describeThreadLimit, formatAnnouncement } from '../../../src/cli/counting/announcement.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';

/** Times of a count, in minutes. */
function minutes(busy: number, idle = busy) {
  return { seconds: 60 * busy, busy: 1 - idle / busy };
}
const display = { threads: 2, suggestCheckpoint: true };

describe('the announcement of a count', () => {
  test('shows the time, and a checkpoint if much would be lost', () => {
    expect(formatAnnouncement([minutes(5)], display)).toBe(
      'This count will take about 5m on 2 threads of this machine.\n',
    );
    const hint = '; with --checkpoint FILE, you can stop and resume it.\n';
    expect(formatAnnouncement([minutes(11)], display)).toContain(hint);
    expect(formatAnnouncement([minutes(11)], { ...display, suggestCheckpoint: false })).not.toContain(hint);
  });

  test('shows both times of a count with --verify', () => {
    expect(formatAnnouncement([minutes(2), minutes(3)], { ...display, threads: 1 })).toBe(
      'This count will take about 2m on 1 thread of this machine, and its verification about 3m.\n',
    );
  });

  test('is empty for a short count', () => {
    expect(formatAnnouncement([minutes(2)], display)).toBe('');
    expect(formatAnnouncement([minutes(0.05), minutes(0.1)], display)).toBe('');
    expect(formatAnnouncement([minutes(0.1)], { ...display, noun: 'audit' })).toBe('');
  });

  test('of a second count is not empty from ten seconds on', () => {
    expect(formatAnnouncement([minutes(0), minutes(0.25)], { threads: 2 })).toContain(
      'and its verification about 15s.\n',
    );
    const audit = formatAnnouncement([minutes(0.25)], { threads: 2, noun: 'audit' });
    expect(audit).toBe('This audit will take about 15s on 2 threads of this machine.\n');
  });

  test('has the time on an idle machine if other programs take the processor', () => {
    const [, second] = formatAnnouncement([minutes(8, 2), minutes(12, 3)], display).split('\n');
    expect(second).toMatch(
      /^Right now, other programs take about 75% of the processor; .* 2m, and its verification about 3m\.$/,
    );
  });
});

const MB = 2 ** 20;

/** A machine with four cores, and with 400 MB for all threads. The program itself needs 60 MB. */
const FOUR_CORES = { ...inspectMachine(), cores: 4, availableMemory: 400 * MB };

test.each([
  [8, 10, undefined], // two per core
  [9, 10, '9 threads share 4 cores; --threads 4 would be faster'],
  [4, 100, undefined],
  [5, 100, '5 threads may take 560 MB of memory, but this machine has 460 MB free; --threads 4 would be faster'],
  [3, 150, '3 threads may take 510 MB of memory, but this machine has 460 MB free; --threads 2 would be faster'],
  [1, 500, '1 thread may take 560 MB of memory, but this machine has 460 MB free'],
])('the note on %i threads of %i MB each', (threads, megabytes, note) => {
  expect(describeThreadLimit(FOUR_CORES, threads, megabytes * MB)).toBe(note);
});
