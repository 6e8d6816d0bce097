// src/page/runs is the *Runs* view: it checks a published ledger, and follows or shows the user's.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { visible } from '../../core/text/quoted.js';
import { type Route, useAddress, type ViewProps, writeRoute } from '../parts/address.js';
import { hasBuiltFile, resolveBuiltFile } from '../parts/built-file.js';
import { Note } from '../parts/controls.js';
import { useRun } from '../parts/follow-run.js';
import { RunPanel } from '../parts/run-panel.js';
import { WorkerClient } from '../worker/worker-client.js';
import { CheckPanel } from './check-panel.js';
import { forgeLedger } from './forged-ledger.js';
import type { LedgerSource } from './ledger-follower.js';
import type * as functions from './ledger-functions.js';
import { INTERVAL, type Listing, ServedLedgers, useListing } from './served-ledgers.js';

/** The ledgers to check, by their names in the address, with headings. `published` is the ledger for 22 queens. */
const CHECKS: Readonly<Record<string, string>> = {
  published: 'A published count: check it yourself',
  ...(hasBuiltFile('published-23') && { 'published-23': 'A published count: check it yourself' }),
  forged: 'A forged count: catch it yourself',
};

/** The path of a ledger in the address: a name in `CHECKS`, `file`, or `ledgers` and a name on the server. */
type LedgerPath = readonly string[];

const toRoute = (path: LedgerPath): Route => ({ view: 'runs', path, query: {} });

/** Returns the path of the ledger that an address selects; empty if it selects none. */
function parsePath({ path: [kind = '', name] }: Route): LedgerPath {
  if (kind === 'ledgers' && name) return [kind, name];
  return [...Object.keys(CHECKS), 'file'].includes(kind) ? [kind] : [];
}

/** Explains what is wrong with an address; undefined if nothing is. */
function describeInvalidAddress(route: Route): string | undefined {
  const address = writeRoute(route);
  if (address === writeRoute(toRoute(parsePath(route)))) return undefined;
  const known = [...Object.keys(CHECKS), 'file'].map((kind) => `#runs/${kind}`).join(', ');
  const problem = `The address contains ${visible(address)}, but the address of a ledger must be ${known}`;
  return `${problem} or, for example, #runs/ledgers/18.ledger.`;
}

/** The *Runs* view. It checks a published ledger, follows one on the server, or shows a file that the user opens. */
export function RunsView(props: ViewProps) {
  const { isShown, route, goTo } = props;
  useAddress(route, props);
  const { folder, ledgers, isLost } = useListing(isShown);
  const first = useFirstLedger(ledgers);
  const [file, setFile] = useState<File>();

  const named = parsePath(route);
  const [kind = '', name] = named.length > 0 ? named : first;
  const heading = CHECKS[kind];
  const isCheck = heading !== undefined;
  const source = useSource(kind, name, file);
  const { worker, followed } = useLedger(source, name !== undefined, isShown);

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    setFile(chosen);
    goTo(toRoute(['file']));
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  }

  const link = (to: string, text: string) => (
    <a href={`#runs/${to}`} aria-current={kind === to}>
      {text}
    </a>
  );
  const chooser = (
    <div class="row">
      <label class="field">
        Choose your own, or drop it here:{' '}
        <input
          type="file"
          aria-label="Ledger file"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
      </label>
      <ServedLedgers
        folder={folder}
        ledgers={ledgers ?? []}
        name={name}
        onChoose={(name) => goTo(toRoute(['ledgers', name]))}
      />
    </div>
  );
  return (
    // Without a handler for dragover, the browser would open a dropped file.
    <section class="runs" aria-label="Ledgers" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <h1>{heading ?? 'Runs'}</h1>
      <p>
        A <i>ledger</i> records a count, with a line for each finished part, or <i>subproblem</i>. Check the{' '}
        {hasBuiltFile('published-23') ? (
          <>
            published ones for {link('published', '22 queens')} and {link('published-23', '23 queens')}
          </>
        ) : (
          <>published one for {link('published', '22 queens')}</>
        )}
        , catch {link('forged', 'a forged one')}, or open your own <code>--checkpoint</code> file{isCheck && ' below'}.
      </p>
      <Note>{describeInvalidAddress(route)}</Note>
      <Note>{isLost && !source && 'The server is not responding. The page keeps trying.'}</Note>
      {!isCheck && chooser}
      {kind === 'file' && !file && <Note>The page does not keep files. Choose the file again.</Note>}
      {source && worker && isCheck && (
        <CheckPanel key={kind} worker={worker} followed={followed} isForged={kind === 'forged'} />
      )}
      {source && !isCheck && <RunPanel title={name ?? `${source.path} (snapshot)`} followed={followed} />}
      {isCheck && chooser}
    </section>
  );
}

/**
 * Returns the ledger to show until the user chooses one: the folder's newest when the view opened or, if there was
 * none, the published one.
 */
function useFirstLedger(ledgers: Listing['ledgers']): LedgerPath {
  const first = useRef<LedgerPath | undefined>(undefined);
  if (ledgers) first.current ??= ledgers[0] ? ['ledgers', ledgers[0].name] : ['published'];
  return first.current ?? [];
}

/** Returns the source of the chosen ledger; undefined until there is one. */
function useSource(kind: string, name: string | undefined, file: File | undefined) {
  const [forged, setForged] = useState<File>();
  useEffect(() => {
    if (kind !== 'forged' || forged) return;
    fetch(resolveBuiltFile('published-20')) // its subproblems take only a second each
      .then((response) => response.text())
      .then((text) => setForged(new File([forgeLedger(text)], 'forged.ledger')))
      .catch(() => {}); // the next visit to the forged ledger tries again
  }, [kind]);
  return useMemo((): LedgerSource | undefined => {
    const chosen = kind === 'forged' ? forged : file;
    if (kind === 'forged' || kind === 'file') return chosen && { path: chosen.name, from: chosen };
    if (kind === 'published' || kind === 'published-23')
      return { path: `${kind}.ledger`, from: resolveBuiltFile(kind) };
    if (name === undefined) return undefined;
    return { path: name, from: new URL(`ledgers/${encodeURIComponent(name)}`, document.baseURI).href };
  }, [kind, file, forged, name]);
}

/**
 * Reads a ledger while the view shows it. A web worker reads it, because creating the plan may take seconds.
 *
 * @param isFollowed whether to keep looking for new results.
 */
function useLedger(source: LedgerSource | undefined, isFollowed: boolean, isShown: boolean) {
  const worker = useMemo(() => source && new WorkerClient<typeof functions>(), [source]);
  useEffect(() => () => worker?.end(), [worker]);
  const refresh = useMemo(() => {
    if (!worker || !source) return undefined;
    return () => worker.call('refresh', source).catch(({ message }: Error) => ({ problem: message }));
  }, [worker]);
  return { worker, followed: useRun(refresh, isFollowed ? INTERVAL : undefined, isShown) };
}
