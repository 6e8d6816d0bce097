import { visible } from '../../core/text/quoted.js';
import { type Route, writeRoute } from '../parts/address.js';

/** The ledgers that an address can name, besides those of the server. `published` is that of 22 queens. */
const KINDS = ['published', 'published-23', 'forged', 'file'] as const;

export type LedgerKind = (typeof KINDS)[number];

/** A choice of ledger: one of the server's, by its name, or one of the others. */
export type LedgerChoice = LedgerKind | { readonly name: string };

/** Returns the ledger that an address names; undefined if it names none. */
export function parseAddress({ path: [kind, name] }: Route): LedgerChoice | undefined {
  if (kind === 'ledgers' && name) return { name };
  return KINDS.find((one) => one === kind);
}

/** Returns the route of a ledger, or of the view if it is undefined. */
export function createRoute(choice: LedgerChoice | undefined): Route {
  const path = choice === undefined ? [] : typeof choice === 'string' ? [choice] : ['ledgers', choice.name];
  return { view: 'runs', path, query: {} };
}

/** Explains an address that says anything else than which ledger to show. */
export function describeInvalidAddress(route: Route, named: LedgerChoice | undefined): string | undefined {
  const address = writeRoute(route);
  if (address === writeRoute(createRoute(named))) return undefined;
  const known = '#runs/published, #runs/published-23, #runs/forged, #runs/file, or like #runs/ledgers/18.ledger';
  return `The address contains ${visible(address)}, but the address of a ledger must be ${known}.`;
}
