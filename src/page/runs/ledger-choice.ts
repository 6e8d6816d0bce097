import { visible } from '../../core/text/quoted.js';
import { type Route, writeRoute } from '../parts/address.js';
import { hasBuiltFile } from '../parts/built-file.js';

/** The ledgers that an address can select, apart from those on the server. `published` is the ledger for 22 queens. */
const KINDS = ['published', 'published-23', 'forged', 'file'] as const;

export type LedgerKind = (typeof KINDS)[number];

/** The choice of a ledger: one of the kinds above or, by name, a ledger on the server. */
export type LedgerChoice = LedgerKind | { readonly name: string };

/** Returns the ledger that an address selects; undefined if it selects none. */
export function parseAddress({ path: [kind, name] }: Route): LedgerChoice | undefined {
  if (kind === 'ledgers' && name) return { name };
  return listKinds().find((one) => one === kind);
}

function listKinds(): readonly LedgerKind[] {
  return KINDS.filter((kind) => kind !== 'published-23' || hasBuiltFile(kind));
}

/** Returns the route of a ledger or, if none is chosen, of the view. */
export function createRoute(choice: LedgerChoice | undefined): Route {
  const path = choice === undefined ? [] : typeof choice === 'string' ? [choice] : ['ledgers', choice.name];
  return { view: 'runs', path, query: {} };
}

/** Explains what is wrong with an address; undefined if nothing is. */
export function describeInvalidAddress(route: Route, named: LedgerChoice | undefined): string | undefined {
  const address = writeRoute(route);
  if (address === writeRoute(createRoute(named))) return undefined;
  const known = listKinds()
    .map((kind) => writeRoute(createRoute(kind)))
    .join(', ');
  const problem = `The address contains ${visible(address)}, but the address of a ledger must be ${known}`;
  return `${problem} or, for example, #runs/ledgers/18.ledger.`;
}
