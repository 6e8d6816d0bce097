import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LedgerFileError, UsageError } from '../../src/errors/errors.js';
import { sealLine } from '../../src/ledger/line.js';
import { loadLedger } from '../../src/ledger/read.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const ids = partials.map(({ id }) => id);
const whole = ledgerText(plan, partials);
const firstEnd = whole.indexOf('\n') + 1;

/** Ids of a file's entries, or the message of its refusal. Throws any other error. */
function read(text: string): string[] | string {
  try {
    return Array.from(loadLedger(text, 'f.ledger').ledger.finished(), ({ id }) => id);
  } catch (error) {
    if (error instanceof UsageError || error instanceof LedgerFileError) return error.message;
    throw error;
  }
}

describe('a file that was written is read again', () => {
  test.each<[string, Plan]>([
    ['bitmask', planBitmask(5, 0)],
    ['meet', planMeet(18, { threads: 64 })],
  ])('a file of %s', (_, plan) => {
    const partials = countedInTurn(plan).map((partial) => ({ ...partial, count: 0, milliseconds: 1234.567 }));
    const loaded = loadLedger(ledgerText(plan, partials), 'file');
    expect([...loaded.ledger.finished()]).toEqual(partials);
    expect(loaded.plan).toEqual(plan);
  });

  test('an equal double counts once', () => {
    expect(read(ledgerText(plan, [...partials, ...partials.slice(0, 5)]))).toEqual(ids);
  });
});

describe('a file that was cut off', () => {
  test('its whole lines are read, wherever it was cut', () => {
    for (let length = firstEnd; length <= whole.length; length++) {
      const text = whole.slice(0, length);
      expect(read(text)).toEqual(ids.slice(0, text.split('\n').length - 2));
    }
  });

  test('a file that was cut in its first line is refused', () => {
    for (const length of [0, 1, 40, firstEnd - 1]) expect(read(whole.slice(0, length))).toContain('f.ledger');
  });

  test('a file may end with anything, such as the zeros of a power cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (garbage) => {
        const tail = Buffer.from(garbage).toString('latin1').replaceAll('\n', '\0');
        expect(read(whole + tail)).toEqual(ids);
      }),
    );
  });
});

describe('a file that is damaged', () => {
  test('one wrong bit is found, anywhere: 1,000 places', () => {
    const places = fc.noBias(fc.integer({ min: 0, max: 8 * whole.length - 1 }));
    fc.assert(
      fc.property(places, (bit) => {
        const bytes = Buffer.from(whole);
        const at = bit >> 3;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
        const found = read(bytes.toString('latin1'));
        if (typeof found === 'string') return;
        // At the end it is taken for a torn last line. A wrong line end takes the line after it along.
        expect(at).toBeGreaterThanOrEqual(whole.lastIndexOf('\n', whole.length - 2));
        expect(found.length).toBeLessThan(ids.length);
        expect(found).toEqual(ids.slice(0, found.length));
      }),
      { numRuns: 1000 },
    );
  });

  test('a damaged line before a torn one is no torn one', () => {
    expect(read(`${whole}x\n0.2`)).toContain('line 30 is damaged');
  });
});

describe('a file that cannot be used is refused', () => {
  const { hash: planHash } = plan;
  const header = { schema: 'queens-par/ledger/1', n: 9, algorithm: 'bitmask', options: { depth: 2 }, planHash };
  const fields = { ...header, subproblems: 28, program: 'p', node: '20' };

  test.each<[Record<string, unknown>, string]>([
    [{ schema: 'queens-par/ledger/2' }, 'f.ledger: this program cannot read queens-par/ledger/2'],
    [{ options: null }, 'f.ledger: this program cannot read line 1'],
    [{ part: { k: 5, m: 3 } }, 'f.ledger: this program cannot read line 1'],
    [{ subproblems: 29 }, 'f.ledger: line 1 says 29 subproblems, but the plan has 28'],
    [{ n: 33 }, 'f.ledger, written by p: n must be a whole number from 0 to 32, not 33. Finish it with the version'],
    [{ algorithm: 'other' }, `f.ledger, written by p: its plan is ${planHash}, but this version makes`],
  ])('its first line has %j', (changed, message) => {
    expect(read(sealLine(JSON.stringify({ ...fields, ...changed })))).toContain(message);
  });

  test('another version made its plan', () => {
    expect(read(ledgerText({ ...plan, hash: 'f'.repeat(64) }, []))).toMatch(
      /^f\.ledger, written by queens-par 0\.1\.0: its plan is f+, but this version makes [0-9a-f]{64} from the same options\. /,
    );
  });

  test('one of its counts cannot be', () => {
    const text = ledgerText(plan, [{ id: '0.2', count: 5041, work: 0, milliseconds: 0 }]);
    expect(read(text)).toContain('line 2: subproblem 0.2 reported 5041 solutions, but can have at most 5040');
  });
});

describe('no input makes the reader throw anything but its own error', () => {
  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 400 }), (text) => void read(text)));
  });

  test('any first line that is sealed', () => {
    const field = fc.constantFrom('schema', 'n', 'algorithm', 'options', 'planHash', 'subproblems', 'part', 'node');
    const header = JSON.parse(whole.slice(0, firstEnd - 10));
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        read(sealLine(JSON.stringify({ ...header, [name]: value })));
      }),
      { numRuns: 1000 },
    );
  });

  test('any lines of a right file, in any order', () => {
    const lines = whole.split(/(?<=\n)/);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 30 }))), (pieces) => {
        const found = read([lines[0], ...pieces].join(''));
        if (typeof found !== 'string') expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});
