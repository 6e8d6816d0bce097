import { z } from 'zod';
import { LARGEST_BOARD } from '../board/board-size.js';
import { MOST_PARTS } from '../plan/part.js';
import { SCHEMA } from './schema.js';

const count = z.int().nonnegative();
/** Nothing else may stand in a line, see unsealLine. */
const ascii = z.string().regex(/^[ -~]*$/);

/** The first line of a ledger file: whose counts follow. docs/format.md tells what the fields mean. */
export const ledgerHeader = z.strictObject({
  schema: z.literal(SCHEMA),
  n: z.int().min(0).max(LARGEST_BOARD),
  algorithm: z.enum(['bitmask', 'meet']),
  options: z.record(ascii, count),
  planHash: z.string().regex(/^[0-9a-f]{64}$/),
  subproblems: count,
  part: z
    .strictObject({ k: z.int().min(1), m: z.int().max(MOST_PARTS) })
    .refine(({ k, m }) => k <= m)
    .optional(),
  program: ascii,
  node: ascii,
});

export type LedgerHeader = z.infer<typeof ledgerHeader>;
