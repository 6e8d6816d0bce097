/**
 * Addresses of views: the part of the URL from the `#`. A reload, the Back button or a link restores a view's state:
 *
 *     #search?n=8&solver=bitmask&step=26        a view with its state
 *     #runs/file/16.ledger                      a view with a path
 */
import { type StateUpdater, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A parsed address within the page. */
export interface Route {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Props of every view. */
export interface ViewProps {
  /** Whether the view is visible. A hidden view keeps its state. */
  readonly isShown: boolean;
  /** The requested route. Each navigation makes a new object. */
  readonly route: Route;
  /** Records the view's address. @param isNew whether to add a history entry. Otherwise the last entry is replaced. */
  readonly onRoute: (route: Route, isNew: boolean) => void;
}

/** Parses an address. @param hash any text, with or without a leading `#`. */
export function readRoute(hash: string): Route {
  const [names = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view = '', ...path] = names.split('/').map(decoded);
  return { view, path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes a route as an address, with its `#`. */
export function writeRoute({ view, path, query }: Route): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return `#${[view, ...path].map(encodeURIComponent).join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** Escapes text for the address. Commas stay, because they need no escape after the `#`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % without a valid escape
  }
}

/** A reader for the values of a query. It replaces invalid values and writes a note for the user about each. */
export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly notes: string[] = [];

  /** @param names the names that the view knows. */
  constructor({ query }: Route, names: readonly string[]) {
    this.#query = query;
    for (const name of Object.keys(query)) {
      if (!names.includes(name)) this.notes.push(`The address has "${name}", which this view does not know.`);
    }
  }

  /** Returns the parsed value, or `fallback` if it is missing or invalid. @param wanted valid values, for the note. */
  value<Value>(name: string, parse: (text: string) => Value | undefined, wanted: string, fallback: Value): Value {
    if (!Object.hasOwn(this.#query, name)) return fallback;
    const text = this.#query[name] ?? '';
    const value = parse(text);
    if (value === undefined) this.notes.push(`The address has ${name}=${text}, but ${name} must be ${wanted}.`);
    return value ?? fallback;
  }

  whole(name: string, least: number, most: number, fallback: number): number {
    const wanted = `a whole number from ${least} to ${most}`;
    return this.value(name, (text) => wholeNumber(text, least, most), wanted, fallback);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    return this.value(name, (text) => values.find((value) => value === text), `one of ${values.join(', ')}`, fallback);
  }
}

/** Parses a whole number. @returns undefined for other text, and for numbers below `least` or above `most`. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** Keeps the state of a view. After each navigation to the view, the state is read from the address again. */
export function useRouted<State>(
  route: Route,
  read: (route: Route) => State,
): readonly [State, (change: StateUpdater<State>) => void] {
  const [requested, setRequested] = useState(route);
  const [state, setState] = useState(() => read(route));
  if (requested !== route) {
    setRequested(route);
    setState(() => read(route));
  }
  return [state, setState];
}

/** Milliseconds between two changes of the address. Browsers refuse hundreds of changes a minute. */
const PAUSE = 400;

/**
 * Updates the browser's address after each change of a view:
 *
 *     the topic                     at once, as a new entry of the history
 *     anything else                 in the last entry, after a pause, so that many changes become one
 *     a navigation to the view      in its own entry, if its query is incomplete or invalid
 *     a change of a hidden view     at once, only in the link to the view
 *
 * @param route the current route of the view.
 * @param topic the part of the route whose changes add history entries. Other changes replace the last entry.
 */
export function useAddress(route: Route, topic: string, { isShown, onRoute, route: requested }: ViewProps): void {
  const address = writeRoute(route);
  // An address without a query stays as it is.
  const first = Object.keys(requested.query).length > 0 ? writeRoute(requested) : address;
  const last = useRef({ address: first, topic, requested, time: 0 });
  const current = useMemo(() => route, [address]);
  // A layout effect, because a plain effect could run after the next navigation.
  useLayoutEffect(() => {
    const before = last.current;
    if (before.address === address && before.requested === requested) return;
    const isNew = before.topic !== topic && before.requested === requested;
    function record(): void {
      last.current = { address, topic, requested, time: performance.now() };
      onRoute(current, isNew);
    }
    if (before.topic !== topic || !isShown) return record();
    const timer = setTimeout(record, before.time + PAUSE - performance.now());
    return () => clearTimeout(timer);
  }, [address, topic, requested, current, isShown, onRoute]);
}
