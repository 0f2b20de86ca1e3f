/** The exports of a target, the newest first; any of them can be written again. */
import { History } from 'lucide-react';
import { useState } from 'react';
import type { PastExport, Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told } from '../state/send.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { targetsWords } from '../words/en/targets.ts';
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
      await told(during(targetsWords.writing, ask('target.rewrite', { id: target.id, past: id })));
      const lines = lost.length > 0 ? [targetsWords.notThere(lost.slice(0, 3), lost.length > 3)] : [];
      tell({ tone: 'good', title: targetsWords.theExportOfWas(timeOf(at)), lines });
      close();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={targetsWords.exportsOfThePast} onClose={close} width={620}>
      <div className="dialog-stack">
        {history.length === 0 && <p>{targetsWords.nothingHasBeenExported}</p>}
        {history.length > 0 && <p>{targetsWords.writingOneAgainPauses}</p>}
        <ul className="past-list" aria-label={targetsWords.exports}>
          {history.map((past) => (
            <li key={past.id} className="past">
              <span className="past-time">{timeOf(past.at)}</span>
              <span className="target-facts">
                {targetsWords.versionOf(past.version, sizeInWords(past.files, past.bytes))}
                {past.lost.length > 0 && targetsWords.lost(past.lost.length)}
              </span>
              {past.isCurrent ? (
                <span className="past-now">{targetsWords.inTheFolder}</span>
              ) : (
                <Button
                  icon={History}
                  isDisabled={isBusy}
                  onPress={() => void write(past)}
                  aria-label={targetsWords.writeTheExportOf(timeOf(past.at), past.version)}
                >
                  {targetsWords.writeAgain}
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
