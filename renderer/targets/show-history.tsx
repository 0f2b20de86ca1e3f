/** The exports of a target, the newest first; any of them can be written again. */
import { History } from 'lucide-react';
import { useState } from 'react';
import type { PastExport, Target } from '../../shared/targets.ts';
import { told } from '../actions/send.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { listed, many } from '../ui/many.ts';
import { tell } from '../ui/toasts.ts';
import { sizeInWords } from './target-words.ts';

export async function showHistory(target: Target): Promise<void> {
  const history = await told(ask('target.history', { id: target.id }));
  showDialog((close) => <HistoryDialog target={target} history={history} close={close} />);
}

function HistoryDialog({ target, history, close }: { target: Target; history: readonly PastExport[]; close: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const write = async ({ id, at, lost }: PastExport) => {
    setBusy(true);
    try {
      await told(during('Writing', ask('target.rewrite', { id: target.id, past: id })));
      const lines = lost.length > 0 ? [`Not there any more: ${listed(lost.slice(0, 3))}${lost.length > 3 ? ' …' : ''}`] : [];
      tell({ tone: 'good', title: `The export of ${timeOf(at)} was written. The target is paused, so that it stays.`, lines });
      close();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Exports of the past" onClose={close} width={620}>
      <div className="dialog-stack">
        {history.length === 0 && <p>Nothing has been exported to this folder yet.</p>}
        {history.length > 0 && <p>Writing one again pauses the target. Of exports within a minute, the last is kept.</p>}
        <ul className="past-list" aria-label="Exports">
          {history.map((past) => (
            <li key={past.id} className="past">
              <span className="past-time">{timeOf(past.at)}</span>
              <span className="target-facts">
                version {past.version} · {sizeInWords(past.files, past.bytes)}
                {past.lost.length > 0 && ` · ${many(past.lost.length, 'file')} lost`}
              </span>
              {past.isCurrent ? (
                <span className="past-now">in the folder</span>
              ) : (
                <Button
                  icon={History}
                  isDisabled={isBusy}
                  onPress={() => void write(past)}
                  aria-label={`Write the export of ${timeOf(past.at)} again`}
                >
                  Write again
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** `21 November, 08:14:02`. */
const timeOf = (iso: string): string =>
  new Date(iso.replace(/(\.\d{3})\d+/, '$1')).toLocaleString('en-GB', {
    ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
