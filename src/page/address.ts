/**
 * The address of a view, after the `#`. A reload, the browser's Back button and a link show the same view and state:
 *
 *     #search?n=8&solver=bitmask&step=26        a view, and what it shows
 *     #runs/file/16.ledger                      a view, and a path in it
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
  /** Whether our server sent the page. The static site has no server to ask. */
  readonly isServed: boolean;
  /** Whether the view is shown. A hidden view keeps its state. */
  readonly isShown: boolean;
  /** The address asked for: a new object each time that the reader goes somewhere. */
  readonly route: Route;
  /** Records the view's address. @param isNew whether Back leads to the address before. */
  readonly onRoute: (route: Route, isNew: boolean) => void;
}

/** Parses an address. @param hash any text, with its `#`. */
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

/** Escapes text for the address, but for commas, which need no escape behind the `#`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % that begins no escape
  }
}

/** Reads the values of a query. A value that cannot be shown is replaced, and a sentence says so. */
export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly notes: string[] = [];

  /** @param names those that the view knows. */
  constructor({ query }: Route, names: readonly string[]) {
    this.#query = query;
    for (const name of Object.keys(query)) {
      if (!names.includes(name)) this.notes.push(`The address has "${name}", which this view does not know.`);
    }
  }

  /** Returns the parsed value, or `other` if it is invalid. @param wanted the valid values, for the sentence. */
  value<Value>(name: string, parse: (text: string) => Value | undefined, wanted: string, other: Value): Value {
    if (!Object.hasOwn(this.#query, name)) return other;
    const text = this.#query[name] ?? '';
    const value = parse(text);
    if (value === undefined) this.notes.push(`The address has ${name}=${text}, but ${name} must be ${wanted}.`);
    return value ?? other;
  }

  whole(name: string, least: number, most: number, other: number): number {
    const wanted = `a whole number from ${least} to ${most}`;
    return this.value(name, (text) => wholeNumber(text, least, most), wanted, other);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], other: Value): Value {
    return this.value(name, (text) => values.find((value) => value === text), `one of ${values.join(', ')}`, other);
  }
}

/** Reads a whole number. @returns undefined for other text, and for numbers below `least` or above `most`. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** Keeps the state of a view, which begins anew whenever the reader goes to an address of it. */
export function useRouted<State>(
  route: Route,
  read: (route: Route) => State,
): readonly [State, (change: StateUpdater<State>) => void] {
  const [asked, setAsked] = useState(route);
  const [state, setState] = useState(() => read(route));
  if (asked !== route) {
    setAsked(route);
    setState(() => read(route));
  }
  return [state, setState];
}

/** Milliseconds between two changes of the address: browsers refuse hundreds of them a minute. */
const PAUSE = 400;

/**
 * Keeps the browser's address in step with a view.
 *
 * @param route the route of the view now.
 * @param topic the part of it that Back leads through; the rest only replaces what the address has. An address that
 *   shows the same topic is not new.
 */
export function useAddress(route: Route, topic: string, { isShown, onRoute, route: asked }: ViewProps): void {
  const address = writeRoute(route);
  // An address with other values than the view shows is replaced, too; one without values stays short.
  const first = Object.keys(asked.query).length > 0 ? writeRoute(asked) : address;
  const last = useRef({ address: first, topic, asked, at: 0 });
  const current = useMemo(() => route, [address]);
  // A layout effect: later, the reader may already be somewhere else.
  useLayoutEffect(() => {
    const before = last.current;
    if (before.address === address && before.asked === asked) return;
    const isNew = before.topic !== topic && before.asked === asked;
    function record(): void {
      last.current = { address, topic, asked, at: performance.now() };
      onRoute(current, isNew);
    }
    if (before.topic !== topic || !isShown) return record(); // the link back to a view must be right when the view is left
    const timer = setTimeout(record, before.at + PAUSE - performance.now());
    return () => clearTimeout(timer);
  }, [address, topic, asked, current, isShown, onRoute]);
}
