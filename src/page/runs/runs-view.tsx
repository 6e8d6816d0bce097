import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ListedLedger } from '../../server/ledgers.js';
import { formatDate } from '../../text/dates.js';
import { shellCommand } from '../../text/quoted.js';
import { useAddress, type ViewProps } from '../address.js';
import { builtFile } from '../parts/built-file.js';
import { Problem } from '../parts/controls.js';
import type { ToWorker } from '../worker.js';
import { askRepeatedly, type Followed, useRun } from './follow-run.js';
import type { LedgerSource } from './ledger-follower.js';
import { RunPanel } from './run-panel.js';

/** Milliseconds between two requests for the list, and between two for the new results of a ledger. */
const INTERVAL = 5000;

/** The server's ledgers. Without a folder, it has none. */
interface Listing {
  readonly folder?: string;
  readonly ledgers: readonly ListedLedger[];
}

/** The view that reads a ledger: one of the server's, which it follows, or one that the user chooses. */
export function RunsView(props: ViewProps) {
  const { isShown, route, goTo } = props;
  useAddress(route, props);
  const [listing, isLost] = useListing(isShown);
  /** The newest ledger when the view opened. It is shown until the user chooses another. */
  const [newest, setNewest] = useState<string>();
  useEffect(() => setNewest((before) => before ?? listing?.ledgers[0]?.name), [listing]);
  const [file, setFile] = useState<File>();

  const [kind = 'ledgers', name = newest] = route.path;
  const isFollowed = kind === 'ledgers';
  const folder = listing?.folder;
  const source = useMemo((): LedgerSource | undefined => {
    if (kind === 'example') return { path: 'example.ledger', from: builtFile('example') };
    if (kind === 'file') return file && { path: file.name, from: file };
    if (!folder || !name) return undefined;
    return { path: `${folder}/${name}`, from: new URL(`ledgers/${encodeURIComponent(name)}`, document.baseURI).href };
  }, [kind, file, folder, name]);
  const followed = useLedger(source, isFollowed, isShown);

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    setFile(chosen);
    goTo({ ...route, path: ['file'] });
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  }

  return (
    // Without a handler of dragover, the browser would open a file that is dropped.
    <section class="runs" aria-labelledby="runs" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <h1 id="runs" tabIndex={-1}>
        Runs
      </h1>
      <p>
        A count with <code>--checkpoint</code> writes a ledger: a line for each finished subproblem. Choose one, drop it
        here, or open <a href="#runs/example">an example</a>.
      </p>
      <input type="file" aria-label="Ledger file" onChange={({ currentTarget }) => choose(currentTarget.files?.[0])} />
      {isLost && <Problem>The server does not answer. The page tries again.</Problem>}
      <ul class="row">
        {listing?.ledgers.map((ledger) => (
          <li key={ledger.name}>
            <button
              type="button"
              aria-pressed={isFollowed && ledger.name === name}
              onClick={() => goTo({ ...route, path: ['ledgers', ledger.name] })}
            >
              <b>{ledger.name}</b> {formatDate(ledger.changed)}
            </button>
          </li>
        ))}
      </ul>
      <Advice listing={listing} />
      {source && <RunPanel title={isFollowed ? source.path : `${source.path}, as it was opened`} followed={followed} />}
    </section>
  );
}

/** Says what to type if there is no ledger to choose. */
function Advice({ listing }: { readonly listing: Listing | undefined }) {
  const { folder, ledgers } = listing ?? { ledgers: [] };
  if (ledgers.length > 0) return null;
  if (!folder)
    return (
      <p class="hint">
        <code>queens-par serve FOLDER</code> lists the ledgers of a folder here, and follows them while they grow.
      </p>
    );
  return (
    <p class="hint">
      {folder} has no ledgers yet. Start a count with{' '}
      <code>{shellCommand('queens-par', '18', '--checkpoint', `${folder}/18.ledger`)}</code>
    </p>
  );
}

/** Reads a ledger in a web worker while the view shows it. @param isFollowed whether to look for new results again. */
function useLedger(source: LedgerSource | undefined, isFollowed: boolean, isShown: boolean): Followed {
  const run = useMemo(() => {
    if (!source) return undefined;
    const worker = new Worker(builtFile('worker'), { type: 'module' });
    const look = () =>
      new Promise<Followed>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve({ problem: message ?? 'The reader of ledgers cannot be loaded.' });
        worker.postMessage({ ledger: source } satisfies ToWorker);
      });
    return { interval: isFollowed ? INTERVAL : undefined, look, end: () => worker.terminate() };
  }, [source]);
  useEffect(() => run?.end, [run]);
  return useRun(run, isShown);
}

/** Asks for the server's list while the view is shown. @returns the last list, and whether the server does not answer. */
function useListing(isShown: boolean): readonly [listing: Listing | undefined, isLost: boolean] {
  const [listing, setListing] = useState<Listing>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isShown || !('served' in document.body.dataset)) return; // a static site has no list
    return askRepeatedly(async () => {
      const list = await fetch('ledgers/').then(
        (answer) => (answer.ok ? answer.json() : undefined),
        () => undefined,
      );
      setLost(list === undefined);
      if (list) setListing(list);
    }, INTERVAL);
  }, [isShown]);
  return [listing, isLost];
}
