import { useEffect, useState } from 'preact/hooks';
import type { ListedLedger } from '../../core/results/header.js';
import { formatDate } from '../../core/text/dates.js';
import { visible } from '../../core/text/quoted.js';
import { Choice } from '../parts/controls.js';
import { poll } from '../parts/follow-run.js';

/** Milliseconds between two requests for the list, or for the new results of a ledger. */
export const INTERVAL = 5000;

/** The server's ledgers. A server without a folder has none. */
export interface Listing {
  readonly folder?: string;
  /** Undefined until the server has answered. */
  readonly ledgers?: readonly ListedLedger[];
  /** True if the server did not answer the last request. */
  readonly isLost?: boolean;
}

/** Returns the server's list and keeps asking for it while the view is shown. */
export function useListing(isShown: boolean): Listing {
  const [listing, setListing] = useState<Listing>('served' in document.body.dataset ? {} : { ledgers: [] });
  useEffect(() => {
    if (!isShown || !('served' in document.body.dataset)) return; // a static site has no list
    return poll(async () => {
      const answer = await fetch('ledgers/').catch(() => undefined);
      const list = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      setListing((before) => list ?? { ...before, isLost: true });
    }, INTERVAL);
  }, [isShown]);
  return listing;
}

/** The list of the server's ledgers or, if there are none, the command that creates one. */
export function ServedLedgers(props: {
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
