import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListedLedger } from '../../core/results/header.js';
import { formatDate } from '../../core/text/dates.js';
import { visible } from '../../core/text/quoted.js';
import { type Route, useAddress, type ViewProps, writeRoute } from '../address.js';
import { resolveBuiltFile } from '../parts/built-file.js';
import { Choice, Note } from '../parts/controls.js';
import { WorkerClient } from '../worker-client.js';
import { CheckPanel } from './check-panel.js';
import { askRepeatedly, type FollowableRun, useRun } from './follow-run.js';
import { forgeLedger } from './forged-ledger.js';
import type { LedgerSource } from './ledger-follower.js';
import { RunPanel } from './run-panel.js';

/** Milliseconds between two requests for the list, and between two for the new results of a ledger. */
const INTERVAL = 5000;

/** Name of the published ledger. */
const PUBLISHED = '22.ledger';

/** The server's ledgers. Without a folder, it has none. */
interface Listing {
  /** Name of the folder. */
  readonly folder?: string;
  /** Undefined until the server has answered. */
  readonly ledgers?: readonly ListedLedger[];
  /** True if the server did not answer the last request. */
  readonly isLost?: boolean;
}

/** The ledgers that an address can name, besides those of the server. */
const KINDS = ['published', 'forged', 'file'] as const;

/** The headings of the view. The first two say that the count is not the reader's. */
const TITLES = {
  published: 'A published count: check it yourself',
  forged: 'A forged count: catch it yourself',
  file: 'Runs',
};

/** A choice of ledger: one of the server's, by its name, or one of the others. */
type LedgerChoice = (typeof KINDS)[number] | { readonly name: string };

/**
 * The *Runs* view. It checks the published ledger, follows one of the server's, or shows one that the user chooses.
 */
export function RunsView(props: ViewProps) {
  const { isShown, route, goTo } = props;
  useAddress(route, props);
  const { folder, ledgers, isLost } = useListing(isShown);
  /** The ledger shown until the user chooses: the newest when the view opened, or the published one. */
  const [first, setFirst] = useState<LedgerChoice>();
  /** Whether the user has pressed anything in the view. If not, the first ledger in an empty folder is opened. */
  const isTouched = useRef(false);
  useEffect(() => {
    if (!ledgers || (first && (first !== 'published' || isTouched.current))) return;
    setFirst(ledgers[0] ? { name: ledgers[0].name } : 'published');
  }, [ledgers]);
  const [file, setFile] = useState<File>();

  const named = parseAddress(route);
  const shown = named ?? first;
  const name = typeof shown === 'object' ? shown.name : undefined;
  const kind = typeof shown === 'string' ? shown : undefined;
  const forged = useForgedLedger(kind === 'forged');
  const source = useMemo((): LedgerSource | undefined => {
    if (kind === 'published') return { path: PUBLISHED, from: resolveBuiltFile('published') };
    if (kind === 'forged') return forged && { path: 'forged.ledger', from: forged };
    if (kind === 'file') return file && { path: file.name, from: file };
    if (name === undefined) return undefined;
    return { path: name, from: new URL(`ledgers/${encodeURIComponent(name)}`, document.baseURI).href };
  }, [kind, file, forged, name]);
  const { worker, followed } = useLedger(source, name !== undefined, isShown);

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    setFile(chosen);
    goTo(makeRoute('file'));
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  }

  function touch(): void {
    isTouched.current = true;
  }

  const isCheck = kind === 'published' || kind === 'forged';
  const newest = isCheck ? ledgers?.[0]?.name : undefined;
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
        onChoose={(name) => goTo(makeRoute({ name }))}
      />
    </div>
  );
  return (
    // Without a handler for dragover, the browser would open a dropped file.
    <section
      class="runs"
      aria-label="Ledgers"
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      <Note>
        {newest && (
          <>
            {visible(newest)} is in the folder: <a href={writeRoute(makeRoute({ name: newest }))}>follow it</a>.
          </>
        )}
      </Note>
      <h1>{TITLES[kind ?? 'file']}</h1>
      <p>
        A <i>ledger</i> records a count: a line for each finished part, a <i>subproblem</i>. Check{' '}
        <a href="#runs/published" aria-current={kind === 'published'}>
          the published one for 22 queens
        </a>
        , catch{' '}
        <a href="#runs/forged" aria-current={kind === 'forged'}>
          a forged one
        </a>
        , or open your own{isCheck && ' below'}, written by <code>--checkpoint</code>.
      </p>
      <Note>{describeMistake(route, named)}</Note>
      <Note>{isLost && !source && 'The server does not answer. The page keeps trying.'}</Note>
      {!isCheck && chooser}
      {kind === 'file' && !file && <Note>The page does not keep files. Choose the file again.</Note>}
      {source && worker && isCheck && (
        <CheckPanel
          key={kind}
          title={kind === 'forged' ? 'the forged ledger' : 'the published ledger'}
          worker={worker}
          followed={followed}
          isForged={kind === 'forged'}
          isShown={isShown}
        />
      )}
      {source && !isCheck && <RunPanel title={name ?? `${source.path}, as it was opened`} followed={followed} />}
      {isCheck && chooser}
    </section>
  );
}

/** Returns the ledger that an address names; undefined if it names none. */
function parseAddress({ path: [kind, name] }: Route): LedgerChoice | undefined {
  if (kind === 'ledgers' && name) return { name };
  return KINDS.find((one) => one === kind);
}

/** Returns the route of a ledger, or of the view if it is undefined. */
function makeRoute(choice: LedgerChoice | undefined): Route {
  const path = choice === undefined ? [] : typeof choice === 'string' ? [choice] : ['ledgers', choice.name];
  return { view: 'runs', path, query: {} };
}

/** Explains an address that says anything else than which ledger to show. */
function describeMistake(route: Route, named: LedgerChoice | undefined): string | undefined {
  const address = writeRoute(route);
  if (address === writeRoute(makeRoute(named))) return undefined;
  const known = '#runs/published, #runs/forged, #runs/file, or like #runs/ledgers/18.ledger';
  return `The address contains ${visible(address)}, but the address of a ledger must be ${known}.`;
}

/** The list of the server's ledgers or, if there are none, the command that makes some. */
function ServedLedgers(props: {
  readonly folder: string | undefined;
  readonly ledgers: readonly ListedLedger[];
  readonly name: string | undefined;
  readonly onChoose: (name: string) => void;
}) {
  const { folder, ledgers, name, onChoose } = props;
  const labels = ledgers.map((ledger) => `${visible(ledger.name)}, ${formatDate(ledger.changed)}`);
  if (ledgers.length === 0)
    return (
      <p class="hint">
        {folder
          ? `The folder ${visible(folder)} contains no ledgers yet. Start a count in it: `
          : 'To follow the ledgers in a folder: '}
        <code>{folder ? 'queens-par 18 --checkpoint 18.ledger' : 'queens-par serve FOLDER'}</code>
      </p>
    );
  return (
    <Choice
      name="Ledger"
      value={labels[ledgers.findIndex((ledger) => ledger.name === name)]}
      values={labels}
      onChoose={(label) => onChoose(ledgers[labels.indexOf(label)]?.name ?? '')}
    />
  );
}

/** Fetches the published ledger and forges it, at most once. */
function useForgedLedger(isNeeded: boolean): File | undefined {
  const [forged, setForged] = useState<File>();
  useEffect(() => {
    if (!isNeeded || forged) return;
    fetch(resolveBuiltFile('published'))
      .then((response) => response.text())
      .then((text) => setForged(new File([forgeLedger(text)], 'forged.ledger')))
      .catch(() => {}); // opening the forged ledger again tries again
  }, [isNeeded]);
  return forged;
}

/**
 * Reads a ledger in a web worker while the view shows it, because its plan may take seconds.
 *
 * @param isFollowed whether to keep looking for new results.
 */
function useLedger(source: LedgerSource | undefined, isFollowed: boolean, isShown: boolean) {
  const worker = useMemo(() => source && new WorkerClient(), [source]);
  useEffect(() => () => worker?.end(), [worker]);
  const run = useMemo((): FollowableRun | undefined => {
    if (!worker || !source) return undefined;
    const look = () => worker.call('look', source).catch(({ message }: Error) => ({ problem: message }));
    return { interval: isFollowed ? INTERVAL : undefined, look };
  }, [worker]);
  return { worker, followed: useRun(run, isShown) };
}

/** Returns the server's list, and keeps asking for it while the view is shown. */
function useListing(isShown: boolean): Listing {
  const [listing, setListing] = useState<Listing>('served' in document.body.dataset ? {} : { ledgers: [] });
  useEffect(() => {
    if (!isShown || !('served' in document.body.dataset)) return; // a static site has no list
    return askRepeatedly(async () => {
      const answer = await fetch('ledgers/').catch(() => undefined);
      const list = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      setListing((before) => list ?? { ...before, isLost: true });
    }, INTERVAL);
  }, [isShown]);
  return listing;
}
