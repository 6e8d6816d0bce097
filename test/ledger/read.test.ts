import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LedgerFileError, UsageError } from '../../src/errors/errors.js';
import { sealLine, seedOf } from '../../src/ledger/line.js';
import { loadLedger } from '../../src/ledger/read.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const whole = Buffer.from(ledgerText(plan, partials));
const firstEnd = whole.indexOf('\n') + 1;

/** The errors that a reader may throw: for what is no ledger file, and for a damaged one. */
function isRefusal(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof LedgerFileError;
}

/** Ids of what a file holds; undefined if it is refused. Throws any other error. */
function idsIn(bytes: Buffer): string[] | undefined {
  try {
    return [...loadLedger(bytes, 'file').ledger.finished()].map(({ id }) => id);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function sealed(text: string, seed = seedOf(plan.hash)): string {
  return sealLine(text, seed);
}

function refusal(text: string | Buffer): string {
  try {
    loadLedger(Buffer.from(text), 'f.ledger');
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('what was written is read again', () => {
  test.each<[string, Plan]>([
    ['bitmask', plan],
    ['bitmask, the whole board', planBitmask(5, 0)],
    ['meet', planMeet(15, { threads: 4 })],
    ['meet, cut for many threads', planMeet(18, { threads: 64 })],
  ])('of %s', (_, plan) => {
    const partials = countedInTurn(plan).map((partial) => ({ ...partial, count: 0, milliseconds: 1234.567 }));
    const loaded = loadLedger(Buffer.from(ledgerText(plan, partials)), 'file');
    expect([...loaded.ledger.finished()]).toEqual(partials);
    expect(loaded.plan).toEqual(plan);
  });

  test('an equal double counts once', () => {
    const text = ledgerText(plan, [...partials, ...partials.slice(0, 5)]);
    expect(idsIn(Buffer.from(text))).toHaveLength(partials.length);
  });
});

describe('a file that was cut off', () => {
  test('holds what stands in its whole lines, wherever it was cut', () => {
    for (let length = firstEnd; length <= whole.length; length++) {
      const bytes = whole.subarray(0, length);
      const lines = bytes.toString().split('\n').length - 2;
      expect(idsIn(bytes)).toEqual(partials.slice(0, lines).map(({ id }) => id));
    }
  });

  test('is of no use if it was cut in the first line', () => {
    for (let length = 0; length < firstEnd - 1; length++) expect(idsIn(whole.subarray(0, length))).toBeUndefined();
  });

  test('may end with anything, such as the zeros of a power cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (garbage) => {
        const tail = Buffer.from(garbage).map((byte) => (byte === 0x0a ? 0 : byte));
        expect(idsIn(Buffer.concat([whole, tail]))).toHaveLength(partials.length);
      }),
    );
  });
});

describe('damage is found', () => {
  test('one bit, anywhere: 1,000 places', () => {
    const places = fc.noBias(fc.integer({ min: 0, max: 8 * whole.length - 1 }));
    fc.assert(
      fc.property(places, (place) => {
        const bytes = Buffer.from(whole);
        const at = place >> 3;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (place & 7));
        const ids = idsIn(bytes);
        // Refused; or, at the end, taken for a torn last line. A wrong line end takes the line after it along.
        const isInLastLines = at >= whole.lastIndexOf('\n', whole.length - 2);
        expect(ids).toEqual(isInLastLines ? partials.slice(0, ids?.length).map(({ id }) => id) : undefined);
        expect(ids?.length ?? 0).toBeLessThan(partials.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('and named by its line', () => {
    const lines = whole.toString().split('\n');
    lines[3] = lines[3]?.replace('0', '1') ?? '';
    expect(refusal(lines.join('\n'))).toBe('f.ledger: line 4 is damaged; --repair drops it, to be counted again');
  });

  test('also where a checksum is right but the line is nonsense', () => {
    const nonsense = [
      'x',
      '0.2 1 1',
      '0.2 01 1 1.000',
      '0.2 -1 1 1.000',
      '0.2 9007199254740993 1 1.000',
      '0,2 1 1 1.000',
    ];
    for (const id of nonsense) {
      const text = ledgerText(plan, partials).replace(/\n(?=0\.2 )/, `\n${sealed(id)}`);
      expect(refusal(text)).toBe('f.ledger: line 2 is damaged; --repair drops it, to be counted again');
    }
  });

  test('also a line from the file of another plan', () => {
    const other = ledgerText(planBitmask(9, 3), countedInTurn(planBitmask(9, 3)));
    const stray = other.split('\n').at(-2);
    expect(refusal(`${whole.subarray(0, firstEnd)}${stray}\n${whole.subarray(firstEnd)}`)).toMatch(/line 2 is damaged/);
  });
});

describe('refused, saying why', () => {
  test('a file that is something else', () => {
    expect(refusal('n,count\n8,92\n')).toBe('f.ledger is not a ledger file of queens-par');
  });

  test('a damaged first line', () => {
    expect(refusal(whole.toString().replace('"n":9', '"n":8'))).toMatch(
      /line 1, which says what was counted, is damaged/,
    );
  });

  test('a first line of a later version', () => {
    const later = sealed('{"schema":"queens-par/ledger/2"}', 0);
    expect(refusal(later)).toMatch(/^f\.ledger: this version of the program cannot read line 1 \(schema, /);
  });

  test('a plan that is made otherwise today', () => {
    const text = ledgerText({ ...plan, hash: 'f'.repeat(64) }, []);
    expect(refusal(text)).toMatch(
      /^f\.ledger, written by queens-par 0\.1\.0: its plan is f+; this version makes [0-9a-f]{64} of the same options\. /,
    );
  });

  test.each([{}, { depth: 2.5 }, { depth: 33 }, { depth: 9, threads: 1 }])('plan options %j', (options) => {
    expect(refusal(ledgerText({ ...plan, options }, []))).toMatch(/^f\.ledger/);
  });

  test('a subproblem that the plan does not have', () => {
    const text = ledgerText(plan, [{ id: '7.7', count: 0, work: 0, milliseconds: 0 }]);
    expect(refusal(text)).toBe(
      'f.ledger: line 2: the plan has no subproblem 7.7; --drop 7.7 drops every line of it, to be counted again',
    );
  });

  test('a count that cannot be', () => {
    const text = ledgerText(plan, [{ id: '0.2', count: 5041, work: 0, milliseconds: 0 }]);
    expect(refusal(text)).toMatch(
      /^f\.ledger: line 2: subproblem 0\.2 reported 5041 solutions, but there are only 5040/,
    );
  });

  test('two counts of one subproblem', () => {
    const text = ledgerText(plan, [...partials, { id: '0.5', count: 99, work: 0, milliseconds: 0 }]);
    expect(refusal(text)).toMatch(
      /line 30: subproblem 0\.5 was counted twice: 3 and 99 \(the first one in line 5\); --drop 0\.5 /,
    );
  });
});

describe('no input makes the reader throw anything but its own error', () => {
  test('any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void idsIn(Buffer.from(bytes))));
  });

  test('any first line that is sealed', () => {
    const field = fc.constantFrom('schema', 'n', 'algorithm', 'options', 'planHash', 'subproblems', 'part', 'node');
    const { hash } = plan;
    const header = { n: 9, algorithm: 'bitmask', options: { depth: 2 }, planHash: hash, subproblems: 28 };
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        const versions = { program: 'p', node: '20' };
        idsIn(
          Buffer.from(
            sealed(JSON.stringify({ schema: 'queens-par/ledger/1', ...header, ...versions, [name]: value }), 0),
          ),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('any pieces of a right file, in any order', () => {
    const lines = whole.toString().split(/(?<=\n)/);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 30 }))), (pieces) => {
        const ids = idsIn(Buffer.from([lines[0], ...pieces].join(''))) ?? [];
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
