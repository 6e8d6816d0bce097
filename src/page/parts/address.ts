/**
 * Addresses of views: the part of the URL from the `#` on. A reload, the Back button or a link restores a view's state:
 *
 *     #solvers?n=6&step=26       a view and its state; omitted values have their defaults
 *     #runs/ledgers/16.ledger    a view with a path
 */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatPlacement, type PartialPlacement } from '../../core/board/placement.js';

export interface Route {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Props of a view: the route to show, and functions that change it. */
export interface ViewProps {
  /** True if the view is visible. A hidden view keeps its state. */
  readonly isShown: boolean;
  /** The requested route. Each navigation creates a new object. */
  readonly route: Route;
  /** Writes the view's address into the current history entry, within half a second. */
  readonly onRoute: (route: Route) => void;
  /** Shows a route in a new history entry, as a link does. */
  readonly goTo: (route: Route) => void;
}

/** Parses an address. @param hash any text, with or without a leading `#`. */
export function parseRoute(hash: string): Route {
  const [names = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view = '', ...path] = names.split('/').map(decode);
  return { view, path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes a route as an address, including the `#`. */
export function writeRoute({ view, path, query }: Route): string {
  const text = String(new URLSearchParams(query)).replaceAll('%2C', ','); // a comma needs no escape after the #
  return `#${[view, ...path].map(encodeURIComponent).join('/')}${text && '?'}${text}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % without a valid escape
  }
}

/** The page's address without the part after the `#`: the one for which the site was built, otherwise the browser's. */
export const SITE =
  document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href.replace(/#.*/s, '');

/** Returns whether an address leads to the computer on which it is opened, so no other computer can use it. */
export function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

/** A reader for values in a query. It replaces an invalid value with the initial one and adds a note for the user. */
export class QueryReader {
  readonly #query: ReadonlyMap<string, string>;
  readonly notes: string[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    this.#query = new Map(Object.entries(query)); // a query may contain the name `toString`
  }

  /**
   * Returns the parsed value, or `initial` if it is missing or invalid.
   *
   * @param wanted describes the valid values, for the note.
   */
  value<Value>(name: string, parse: (text: string) => Value | undefined, wanted: string, initial: Value): Value {
    const text = this.#query.get(name);
    if (text === undefined) return initial;
    const value = parse(text);
    if (value === undefined) this.notes.push(`The address contains ${name}=${text}, but ${name} must be ${wanted}.`);
    return value ?? initial;
  }

  whole<Initial>(name: string, min: number, max: number, initial: Initial): number | Initial {
    function parse(text: string): number | undefined {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    }
    return this.value<number | Initial>(name, parse, `a whole number from ${min} to ${max}`, initial);
  }

  oneOf<Value extends string | number, Initial>(name: string, values: readonly Value[], initial: Initial) {
    const parse = (text: string) => values.find((value) => String(value) === text);
    return this.value<Value | Initial>(name, parse, `one of ${values.join(', ')}`, initial);
  }
}

/** The state of a view. The address contains the name of each property and its value as text. */
type ViewState<State> = { readonly [Name in keyof State]: string | number | PartialPlacement | undefined };

export interface AddressState<State> {
  readonly state: State;
  /** Changes parts of the state in the current history entry. */
  readonly change: (change: Partial<State>) => void;
  /** Changes parts of the state in a new history entry. */
  readonly goTo: (change: Partial<State>) => void;
  /** Returns the address of the state after a change. */
  readonly linkTo: (change: Partial<State>) => string;
  /** A note about invalid values in the address; empty if there are none, and after the first change. */
  readonly note: string;
}

/**
 * Keeps the state of a view and writes it into the address. Each navigation to the view reads the state again.
 *
 * @param read returns the state that a query describes. For an empty query, this is the initial state.
 */
export function useAddressState<State extends ViewState<State>>(
  read: (reader: QueryReader) => State,
  props: ViewProps,
): AddressState<State> {
  const { route } = props;
  function load() {
    const reader = new QueryReader(route.query);
    return { route, state: read(reader), note: reader.notes.join(' ') };
  }
  const [last, setLast] = useState(load);
  const { state, note } = last.route === route ? last : load();
  if (last.route !== route) setLast({ route, state, note });

  const initial = useMemo(() => formatState(read(new QueryReader({}))), []);
  function createRoute(state: State): Route {
    const query = Object.entries(formatState(state)).filter(([name, text]) => text !== initial[name]);
    return { view: route.view, path: [], query: Object.fromEntries(query) };
  }
  useAddress(createRoute(state), props);
  return {
    state,
    note,
    change: (change) => setLast((before) => ({ ...before, state: { ...before.state, ...change }, note: '' })),
    goTo: (change) => props.goTo(createRoute({ ...state, ...change })),
    linkTo: (change) => writeRoute(createRoute({ ...state, ...change })),
  };
}

/** Returns the defined values of a state as text. */
function formatState<State extends ViewState<State>>(state: State): Record<string, string> {
  const values = Object.entries(state).filter(([, value]) => value !== undefined);
  const texts = values.map(([name, value]) => [name, Array.isArray(value) ? formatPlacement(value) : String(value)]);
  return Object.fromEntries(texts);
}

/** Writes the state of a visible view, as a route, into the browser's address. */
export function useAddress(route: Route, { isShown, onRoute }: ViewProps): void {
  useLayoutEffect(() => {
    if (isShown) onRoute(route);
  }, [writeRoute(route), isShown]);
}
