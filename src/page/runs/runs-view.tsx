// src/page/runs is the *Runs* view: it checks a published ledger, and follows or shows the user's.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAddress, type ViewProps, writeRoute } from '../parts/address.js';
import { hasBuiltFile, resolveBuiltFile } from '../parts/built-file.js';
import { Note } from '../parts/controls.js';
import { type FollowableRun, useRun } from '../parts/follow-run.js';
import { RunPanel } from '../parts/run-panel.js';
import { WorkerClient } from '../worker/worker-client.js';
import { CheckPanel } from './check-panel.js';
import { forgeLedger } from './forged-ledger.js';
import {
  createRoute,
  describeInvalidAddress,
  type LedgerChoice,
  type LedgerKind,
  parseAddress,
} from './ledger-choice.js';
import type { LedgerSource } from './ledger-follower.js';
import type * as functions from './ledger-functions.js';
import { INTERVAL, type Listing, ServedLedgers, useListing } from './served-ledgers.js';

/** The headings of the view. All but the last make clear that the count is not the reader's own. */
const TITLES = {
  published: 'A published count: check it yourself',
  'published-23': 'A published count: check it yourself',
  forged: 'A forged count: catch it yourself',
  file: 'Runs',
};

/** The *Runs* view. It checks a published ledger, follows one on the server, or shows a file that the user opens. */
export function RunsView(props: ViewProps) {
  const { isShown, route, goTo } = props;
  useAddress(route, props);
  const { folder, ledgers, isLost } = useListing(isShown);
  const first = useFirstLedger(ledgers);
  const [file, setFile] = useState<File>();

  const named = parseAddress(route);
  const shown = named ?? first;
  const name = typeof shown === 'object' ? shown.name : undefined;
  const kind = typeof shown === 'string' ? shown : undefined;
  const source = useSource(kind, name, file);
  const { worker, followed } = useLedger(source, name !== undefined, isShown);

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    setFile(chosen);
    goTo(createRoute('file'));
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  }

  const isCheck = kind !== undefined && kind !== 'file';
  const link = (to: LedgerKind, text: string) => (
    <a href={writeRoute(createRoute(to))} aria-current={kind === to}>
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
        onChoose={(name) => goTo(createRoute({ name }))}
      />
    </div>
  );
  return (
    // Without a handler for dragover, the browser would open a dropped file.
    <section class="runs" aria-label="Ledgers" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <h1>{TITLES[kind ?? 'file']}</h1>
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
      <Note>{describeInvalidAddress(route, named)}</Note>
      <Note>{isLost && !source && 'The server is not responding. The page keeps trying.'}</Note>
      {!isCheck && chooser}
      {kind === 'file' && !file && <Note>The page does not keep files. Choose the file again.</Note>}
      {source && worker && isCheck && (
        <CheckPanel
          key={kind}
          title={kind === 'forged' ? 'the forged ledger' : 'the published ledger'}
          worker={worker}
          followed={followed}
          isForged={kind === 'forged'}
        />
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
function useFirstLedger(ledgers: Listing['ledgers']): LedgerChoice | undefined {
  const first = useRef<LedgerChoice | undefined>(undefined);
  if (ledgers) first.current ??= ledgers[0] ? { name: ledgers[0].name } : 'published';
  return first.current;
}

/** Returns the source of the chosen ledger; undefined until there is one. */
function useSource(kind: LedgerKind | undefined, name: string | undefined, file: File | undefined) {
  const forged = useForgedLedger(kind === 'forged');
  return useMemo((): LedgerSource | undefined => {
    if (kind === 'forged') return forged && { path: 'forged.ledger', from: forged };
    if (kind === 'file') return file && { path: file.name, from: file };
    if (kind !== undefined) return { path: `${kind}.ledger`, from: resolveBuiltFile(kind) };
    if (name === undefined) return undefined;
    return { path: name, from: new URL(`ledgers/${encodeURIComponent(name)}`, document.baseURI).href };
  }, [kind, file, forged, name]);
}

/** Fetches and forges, once, the published ledger for 20 queens, because its subproblems take only a second each. */
function useForgedLedger(isNeeded: boolean): File | undefined {
  const [forged, setForged] = useState<File>();
  useEffect(() => {
    if (!isNeeded || forged) return;
    fetch(resolveBuiltFile('published-20'))
      .then((response) => response.text())
      .then((text) => setForged(new File([forgeLedger(text)], 'forged.ledger')))
      .catch(() => {}); // the next visit to the forged ledger tries again
  }, [isNeeded]);
  return forged;
}

/**
 * Reads a ledger while the view shows it. A web worker reads it, because creating the plan may take seconds.
 *
 * @param isFollowed whether to keep looking for new results.
 */
function useLedger(source: LedgerSource | undefined, isFollowed: boolean, isShown: boolean) {
  const worker = useMemo(() => source && new WorkerClient<typeof functions>(), [source]);
  useEffect(() => () => worker?.end(), [worker]);
  const run = useMemo((): FollowableRun | undefined => {
    if (!worker || !source) return undefined;
    const refresh = () => worker.call('refresh', source).catch(({ message }: Error) => ({ problem: message }));
    return { interval: isFollowed ? INTERVAL : undefined, refresh };
  }, [worker]);
  return { worker, followed: useRun(run, isShown) };
}
