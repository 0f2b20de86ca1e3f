/** A file that someone else changed, beside ours. */
import type { Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told } from '../state/send.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { targetsWords } from '../words/en/targets.ts';
import { Diff } from './diff.tsx';

export async function showCompare({ id }: Target, path: string): Promise<void> {
  const comparison = await told(during(targetsWords.comparing, ask('target.compare', { id, path })));
  showDialog((close) => (
    <Dialog title={targetsWords.whatIsDifferent} onClose={close} width={760}>
      <div className="dialog-stack">
        <p>
          <code>{path}</code>
        </p>
        <p className="diff-key">
          <span>{targetsWords.whatIsThereNow}</span>
          <span>{targetsWords.whatTaleportWouldWrite}</span>
        </p>
        <Diff comparison={comparison} left={targetsWords.there} right={targetsWords.ours} />
      </div>
    </Dialog>
  ));
}
