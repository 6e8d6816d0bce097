/**
 * What a view shows, as the part of the address behind the `#`, so that a reload, the browser's Back and a link sent to
 * somebody show the same:
 *
 *     #search?n=8&solver=bitmask&step=26        a view, and what it shows
 *     #runs/file/16.ledger                      a view, and a path in it
 */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

/** An address within the page. */
export interface Place {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** What every view is told. */
export interface ViewProps {
  /** Whether our server sent the page: the static site has none to ask. */
  readonly isServed: boolean;
  /** A view that is no longer shown keeps its state, to be shown again. */
  readonly isShown: boolean;
  /** What the address asks for: a new object each time that the reader goes somewhere. */
  readonly place: Place;
  /** Records what the view shows now. @param isNew whether Back leads to what it showed before. */
  readonly onPlace: (place: Place, isNew: boolean) => void;
}

/** @param hash with its `#`; anything that a person may have typed. */
export function readPlace(hash: string): Place {
  const [names = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view = '', ...path] = names.split('/').map(decoded);
  return { view, path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a place, with its `#`. */
export function writePlace({ view, path, query }: Place): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return `#${[view, ...path].map(encodeURIComponent).join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** Readable where it can be: a comma needs no escape behind the `#`. */
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

/** Reads the values of a query. For each that cannot be shown it takes another, and notes that in a sentence. */
export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly notes: string[] = [];

  /** @param names those that the view knows. */
  constructor({ query }: Place, names: readonly string[]) {
    this.#query = query;
    for (const name of Object.keys(query)) {
      if (!names.includes(name)) this.notes.push(`The address has "${name}", which this view does not know.`);
    }
  }

  /** The value, if the address has one that `parse` understands; else `other`. @param wanted what it could be. */
  value<Value>(name: string, parse: (text: string) => Value | undefined, wanted: string, other: Value): Value {
    if (!Object.hasOwn(this.#query, name)) return other;
    const text = this.#query[name] ?? '';
    const value = parse(text);
    if (value === undefined) this.notes.push(`The address has ${name}=${text}, but ${name} must be ${wanted}.`);
    return value ?? other;
  }

  whole(name: string, least: number, most: number, other: number): number {
    const wanted =
      most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`;
    return this.value(name, (text) => wholeNumber(text, least, most), wanted, other);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], other: Value): Value {
    return this.value(name, (text) => values.find((value) => value === text), `one of ${values.join(', ')}`, other);
  }
}

/** @returns undefined for what is not a whole number from `least` to `most`. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** Milliseconds that a view must rest before its address changes: browsers refuse hundreds of changes a second. */
const REST = 200;

/**
 * Keeps the address in step with what a view shows.
 *
 * @param place what the view shows now.
 * @param topic the part of it that Back leads through; the rest only replaces what the address has. An address that
 *   shows the same topic is not new.
 */
export function useAddress(place: Place, topic: string, { isShown, onPlace, place: asked }: ViewProps): void {
  const address = writePlace(place);
  const last = useRef({ address, topic, asked });
  const current = useMemo(() => place, [address]);
  // At once: after the picture, the reader may already be somewhere else.
  useLayoutEffect(() => {
    const before = last.current;
    if (before.address === address && before.asked === asked) return;
    const isNew = before.topic !== topic && before.asked === asked;
    function record(): void {
      last.current = { address, topic, asked };
      onPlace(current, isNew);
    }
    if (before.topic !== topic || !isShown) return record(); // the link back to a view that is left leads to what it shows
    const timer = setTimeout(record, REST);
    return () => clearTimeout(timer);
  }, [address, topic, asked, current, isShown, onPlace]);
}
