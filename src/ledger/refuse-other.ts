import { UsageError } from '../errors/errors.js';
import { partName } from '../plan/part.js';
import type { LedgerHeader } from './header.js';
import type { LedgerRequest } from './request.js';

/**
 * Refuses a file that is of something else than what is asked for. What the user did not ask for in so many words is
 * as the file has it.
 *
 * @throws UsageError that names both.
 */
export function refuseOther(file: string, header: LedgerHeader, { n, options, part, like }: LedgerRequest): void {
  const { algorithm, depth, memory } = options;
  const pairs: [name: string, held: string | number | undefined, asked: string | number | undefined][] = [
    ['n =', header.n, n],
    ['algorithm', header.algorithm, algorithm === 'auto' ? undefined : algorithm],
    ['depth', header.options.depth, depth],
    ['memory', header.options.memory, memory],
    ['plan', header.planHash, like?.hash],
    ['part', header.part ? partName(header.part) : '1/1', part ? partName(part) : '1/1'],
  ];
  const asked = pairs
    .filter(([, held, asked]) => asked !== undefined && asked !== held)
    .map(([name, , asked]) => `${name} ${asked}`);
  if (asked.length > 0) throw new UsageError(`${file} is of ${describe(header)}, not of ${asked.join(', ')}`);
}

/** What a file is of: `n = 16, algorithm bitmask, depth 3, part 2/8 (plan 0123...)`. */
export function describe({ n, algorithm, options, part, planHash }: LedgerHeader): string {
  const given = Object.entries(options).map(([name, value]) => `, ${name} ${value}`);
  return `n = ${n}, algorithm ${algorithm}${given.join('')}${part ? `, part ${partName(part)}` : ''} (plan ${planHash})`;
}
