import { LedgerFileError, OperationalError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import type { ExpectedPlan } from '../plan/plan-mismatch.js';
import { rebuildPlan } from '../plan/rebuild-plan.js';
import { runSteps, type Steps } from '../plan/steps.js';
import { assertSamePlan, LEDGER_BEGINNING, type LedgerHeader, parseHeader } from './header.js';
import { decodeLatin1, deriveSeed, parseEntry } from './line.js';
import { ConflictError, Results } from './results.js';

/** Maximum number of lines or subproblems in a message. */
const MAX_LISTED = 20;

/** A line with a correct checksum and wrong contents. */
interface WrongLine {
  readonly line: number;
  readonly id: string;
  readonly error: OperationalError;
}

interface CheckOptions {
  /** A plan to reuse if it is the same as the file's, because building a large plan takes seconds. */
  readonly known?: Plan | undefined;
  readonly expected?: ExpectedPlan | undefined;
  /** Whether to skip damaged lines without reporting a problem. */
  readonly repair?: boolean | undefined;
  readonly drop?: readonly string[] | undefined;
}

/**
 * The results in a ledger file, each line checked against the plan. Each call to `read` continues where the last one
 * stopped, so the file may still be growing. The class takes bytes instead of a file, so it also works in browsers.
 */
export class CheckedLedger {
  readonly file: string;
  readonly #options: CheckOptions;
  #header: LedgerHeader | undefined;
  #results: Results | undefined;
  /** Offset of the bytes to read next. They include the last line again, to detect that the file was replaced. */
  offset = 0;
  /** The last line that was read, with its line ending, and its number. */
  #last = '';
  #line = 0;
  /** Whether the last line is incomplete or damaged: torn by a power cut, or still being written. */
  isTorn = false;
  readonly damaged: number[] = [];
  /** Number of the first damaged line that begins another ledger, as if two files had been joined. */
  #joinedAt: number | undefined;
  readonly #lines = new Map<string, number>();
  readonly #wrong: WrongLine[] = [];
  /** Lines that were left out because of `drop`, in order. */
  readonly dropped: { readonly line: number; readonly id: string }[] = [];

  /** @param file name of the file, for error messages. */
  constructor(file: string, options: CheckOptions = {}) {
    this.file = file;
    this.#options = options;
  }

  /** The header. `read` must have been called. */
  get header(): LedgerHeader {
    if (!this.#header) throw new Error(`${this.file} has not been read yet`);
    return this.#header;
  }

  /** The results so far. Their plan is rebuilt from the header. */
  get results(): Results {
    this.#results ??= new Results(runSteps(rebuildLedgerPlan(this.header, this.file, this.#options.known)));
    return this.#results;
  }

  /** Whether a subproblem has two different counts. If so, there is no total. */
  get hasConflict(): boolean {
    return this.#wrong.some(({ error }) => error instanceof ConflictError);
  }

  /**
   * Reads the complete lines in the next bytes. Skips damaged and wrong lines; `problem` describes them.
   *
   * @param bytes the contents of the file from `offset` to its end.
   * @returns the new results; undefined if the file was shortened or replaced, so a new object must read it from the
   *   start.
   * @throws LedgerFileError if the file is not a ledger of this schema or line 1 is damaged; UsageError if its plan is
   *   not the expected one; the errors of `rebuildLedgerPlan`.
   */
  read(bytes: Uint8Array): PartialCount[] | undefined {
    const text = decodeLatin1(bytes);
    if (!text.startsWith(this.#last)) return undefined;
    if (!this.#header) {
      const { expected } = this.#options;
      this.#header = parseHeader(bytes, this.file);
      if (expected) assertSamePlan(this.file, this.#header, expected);
      this.#last = text.slice(0, text.indexOf('\n') + 1);
      this.#line = 1;
    }
    const { results } = this; // throws if the plan cannot be rebuilt, even if there are no other lines
    const seed = deriveSeed(this.header.planHash);
    const added: PartialCount[] = [];
    let start = this.#last.length;
    for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end);
      const partial = parseEntry(line, seed);
      if (!partial && end + 1 === text.length) break;
      this.#line++;
      if (!partial) this.#skip(line);
      else if (this.#take(results, partial)) added.push(partial);
      this.#last = text.slice(start, end + 1);
      start = end + 1;
    }
    this.offset += start - this.#last.length;
    this.isTorn = start < text.length;
    return added;
  }

  #skip(line: string): void {
    this.damaged.push(this.#line);
    if (line.includes(LEDGER_BEGINNING)) this.#joinedAt ??= this.#line;
  }

  /** Adds a result. @returns false if it is a duplicate, left out, or wrong. */
  #take(results: Results, partial: PartialCount): boolean {
    const { id } = partial;
    const line = this.#line;
    if (this.#options.drop?.includes(id)) {
      this.dropped.push({ line, id });
      return false;
    }
    try {
      const isNew = results.add(partial);
      if (isNew) this.#lines.set(id, line);
      return isNew;
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      this.#wrong.push({ line, id, error });
      return false;
    }
  }

  /** The error for the bad lines so far; undefined if there are none. Damaged lines are reported before wrong ones. */
  get problem(): LedgerFileError | undefined {
    const { file, damaged } = this;
    const { n, part } = this.header;
    const bad = { file, n, part, damaged: [], joinedAt: undefined, subproblems: [] };
    if (damaged.length > 0 && !this.#options.repair) {
      const joinedAt = this.#joinedAt;
      const are = damaged.length === 1 ? `line ${damaged[0]} is` : `lines ${listNumbers(damaged)} are`;
      const what = joinedAt === undefined ? `${are} damaged` : `line ${joinedAt} begins another ledger file`;
      return new LedgerFileError(`${file}: ${what}`, { code: 'damaged', bad: { ...bad, damaged, joinedAt } });
    }
    const [first] = this.#wrong;
    if (!first) return undefined;
    const { line, id, error } = first;
    const where = error instanceof ConflictError ? ` (the first count is in line ${this.#lines.get(id)})` : '';
    const others = this.#wrong.length > 1 ? ` (and ${this.#wrong.length - 1} more like it)` : '';
    const subproblems = [...new Set(this.#wrong.map((wrong) => wrong.id))].slice(0, MAX_LISTED);
    const message = `${file}: line ${line}: ${error.message}${where}${others}`;
    return new LedgerFileError(message, { code: 'damaged', bad: { ...bad, subproblems } });
  }
}

/** Rebuilds the plan of a file from its header. @throws UsageError if this version builds another plan. */
export function rebuildLedgerPlan(header: LedgerHeader, file: string, known?: Plan): Steps<Plan> {
  return rebuildPlan(header, `${file}, written by ${header.program}`, 'count into another file', known);
}

/** Lists line numbers for a message, up to a maximum. */
export function listNumbers(lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_LISTED).join(', ');
  return lines.length > MAX_LISTED ? `${shown} and ${lines.length - MAX_LISTED} more` : shown;
}
