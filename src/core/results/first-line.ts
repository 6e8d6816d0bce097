/**
 * Rebuilds a damaged first line. Nothing is lost with it: n and the part are on the command line, and the checksums of
 * the other lines depend on the plan's hash, so they prove which of the plans for n is theirs.
 */
import { LedgerFileError, UsageError } from '../errors/errors.js';
import type { Plan } from '../plan/plan.js';
import { listPlans } from '../plan/rebuild-plan.js';
import type { Steps } from '../plan/steps.js';
import { formatHeader, type LedgerHeader, LF, parseHeader } from './header.js';
import { decodeLatin1, deriveSeed, parseEntry, verifyChecksum } from './line.js';

/**
 * Returns the plan to which the lines of a ledger belong.
 *
 * @param known the likeliest plan, which is tried first, then all other plans for its n.
 * @returns `known` if the lines belong to none of them.
 */
export function* findPlanOfLines(bytes: Uint8Array, known: Plan): Steps<Plan> {
  const lines = linesAfterFirst(bytes);
  if (lines.length === 0 || belongTo(lines, known.hash)) return known;
  for (const candidate of listPlans(known.n)) {
    try {
      const plan = yield* candidate;
      if (belongTo(lines, plan.hash)) return plan;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error; // the plan has too many subproblems
    }
  }
  return known;
}

function linesAfterFirst(bytes: Uint8Array): string[] {
  return decodeLatin1(bytes).trimEnd().split('\n').slice(1);
}

/** Returns whether most lines have the checksums of a plan. (A single one could have it by chance.) */
function belongTo(lines: readonly string[], planHash: string): boolean {
  const seed = deriveSeed(planHash);
  return 2 * lines.filter((line) => parseEntry(line, seed)).length > lines.length;
}

/**
 * Replaces the first line of a ledger if its checksum is wrong.
 *
 * @param header the right header, if the other lines belong to its plan.
 * @throws LedgerFileError if they do not, or if there are none; the errors of `parseHeader` for converted files.
 */
export function repairFirstLine(bytes: Uint8Array, file: string, header: LedgerHeader): Uint8Array {
  const end = bytes.indexOf(LF);
  if (end < 0 || verifyChecksum(decodeLatin1(bytes.subarray(0, end))) !== undefined) return bytes;
  if (belongTo(linesAfterFirst(bytes), header.planHash)) {
    const line = new TextEncoder().encode(formatHeader(header));
    const repaired = new Uint8Array(line.length + bytes.length - (end + 1));
    repaired.set(line);
    repaired.set(bytes.subarray(end + 1), line.length);
    return repaired;
  }
  try {
    parseHeader(bytes, file);
  } catch (error) {
    if (!(error instanceof LedgerFileError) || error.code !== 'damaged') throw error;
  }
  throw new LedgerFileError(
    `${file}: line 1 is damaged, and most other lines do not belong to a count of n = ${header.n}`,
    { code: 'damaged', isFirstLineBad: true },
  );
}
