import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ListedLedger } from '../../server/ledgers.js';
import { formatDate } from '../../text/dates.js';
import { shellCommand, visible } from '../../text/quoted.js';
import { useAddress, type ViewProps } from '../address.js';
import { builtFile } from '../parts/built-file.js';
import { Choice, Note } from '../parts/controls.js';
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
  /** Whether the server did not answer the last request. */
  readonly isLost?: boolean;
}

/** The view that reads a ledger: one of the server's, which it follows, or one that the user chooses. */
export function RunsView(props: ViewProps) {
  const { isShown, route, goTo } = props;
  useAddress(route, props);
  const { folder, ledgers, isLost } = useListing(isShown);
  /** The newest ledger when the view opened. It is shown until the user chooses another. */
  const [newest, setNewest] = useState<string>();
  useEffect(() => setNewest((before) => before ?? ledgers[0]?.name), [ledgers]);
  const [file, setFile] = useState<File>();

  const [kind = 'ledgers', name = newest] = route.path;
  const isFollowed = kind === 'ledgers';
  const labels = ledgers.map((ledger) => `${visible(ledger.name)}, ${formatDate(ledger.changed)}`);
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
    <section class="runs" aria-label="Ledgers" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <h1>Runs</h1>
      <p>
        A count with <code>--checkpoint</code> writes a ledger: a line for each finished subproblem. Choose one, drop it
        here, or open <a href="#runs/example">an example</a>.
      </p>
      <Note>{isLost && !source && 'The server does not answer. The page tries again.'}</Note>
      <div class="row">
        <input
          type="file"
          aria-label="Ledger file"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        {ledgers.length > 0 ? (
          <Choice
            name="Ledger"
            value={labels[ledgers.findIndex((ledger) => isFollowed && ledger.name === name)]}
            values={labels}
            onChoose={(label) => goTo({ ...route, path: ['ledgers', ledgers[labels.indexOf(label)]?.name ?? ''] })}
          />
        ) : (
          <p class="hint">
            {folder
              ? `${visible(folder)} has no ledgers yet. Start a count with `
              : 'To follow the ledgers of a folder, type '}
            <code>
              {folder
                ? shellCommand('queens-par', '18', '--checkpoint', `${folder}/18.ledger`)
                : 'queens-par serve FOLDER'}
            </code>
          </p>
        )}
      </div>
      {source && <RunPanel title={isFollowed ? source.path : `${source.path}, as it was opened`} followed={followed} />}
    </section>
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

/** Asks for the server's list while the view is shown. Returns the last list. */
function useListing(isShown: boolean): Listing {
  const [listing, setListing] = useState<Listing>({ ledgers: [] });
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
