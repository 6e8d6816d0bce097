/**
 * Addresses of views: the part of the URL from the `#`. A reload, the Back button or a link restores a view's state:
 *
 *     #search?n=8&solver=bitmask&step=26        a view with its state
 *     #runs/file/16.ledger                      a view with a path
 */
import { useEffect, useState } from 'preact/hooks';

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
  /** Writes the view's address into the current history entry. */
  readonly onRoute: (route: Route) => void;
  /** Shows a route, as a link does: in a new history entry. */
  readonly goTo: (route: Route) => void;
}

/** Parses an address. @param hash any text, with or without a leading `#`. */
export function readRoute(hash: string): Route {
  const [names = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view = '', ...path] = names.split('/').map(decoded);
  return { view, path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes a route as an address, with its `#`. */
export function writeRoute({ view, path, query }: Route): string {
  const text = String(new URLSearchParams(query)).replaceAll('%2C', ','); // a comma needs no escape after the #
  return `#${[view, ...path].map(encodeURIComponent).join('/')}${text && '?'}${text}`;
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

  constructor({ query }: Route) {
    this.#query = query;
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

/**
 * Keeps the state of a view. After each navigation to the view, the state is read from the address again.
 *
 * @returns the state, a function that changes parts of it, and a note on the address until the first change.
 */
export function useRouted<State>(
  route: Route,
  read: (reader: QueryReader) => State,
): readonly [State, (change: Partial<State>) => void, string] {
  function load() {
    const reader = new QueryReader(route);
    return { route, state: read(reader), note: reader.notes.join(' ') };
  }
  const [last, setLast] = useState(load);
  const { state, note } = last.route === route ? last : load();
  if (last.route !== route) setLast({ route, state, note });
  const change = (changed: Partial<State>) =>
    setLast((before) => ({ ...before, state: { ...before.state, ...changed }, note: '' }));
  return [state, change, note];
}

/** Milliseconds without a change before the address is written. Browsers refuse hundreds of changes a minute. */
const PAUSE = 400;

/** Writes the state of a view into the browser's address, in the current history entry. @param route the state. */
export function useAddress(route: Route, { isShown, onRoute }: ViewProps): void {
  const address = writeRoute(route);
  useEffect(() => {
    const timer = setTimeout(() => onRoute(route), isShown ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [address, isShown, onRoute]);
}
