/** Compares a file that another program changed with the version that Taleport would write. */

import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { prepareDialog } from '../../ui/dialog-store.ts';
import { LineDiff } from './line-diff.tsx';

export async function showFileComparisonDialog({ id }: Target, path: string): Promise<void> {
  const showDialog = prepareDialog();
  const comparison = await withErrorToast(withBusyIndicator(t('targets.compare.progress'), invoke('target.compare', { id, path })));
  showDialog((close) => (
    <Dialog title={t('targets.compare.title')} onClose={close} width={760}>
      <div className="dialog-stack">
        <p>
          <code>{path}</code>
        </p>
        <p className="diff-key">
          <span>{t('targets.compare.current')}</span>
          <span>{t('targets.compare.planned')}</span>
        </p>
        <LineDiff comparison={comparison} left={t('targets.versionInFolder')} right={t('targets.taleportVersion')} />
      </div>
    </Dialog>
  ));
}
