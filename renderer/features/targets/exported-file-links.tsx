/** The exported story file of a target in the file manager, and what the last export changed in it. Renders nothing before the first export. */

import { Button } from 'react-aria-components';
import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { useStoryFile } from '../../state/exporters-store.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { showExportHistoryDialog } from './export-history-dialog.tsx';
import './exported-file-links.css';

export function ExportedFileLinks({ target }: { target: Target }) {
  const path = useStoryFile(target);
  if (target.status.files === 0) return null;
  return (
    <span className="exported-file-links">
      {shell === 'desktop' && path !== undefined && (
        <Button
          className="exported-file-link"
          onPress={() => void withErrorToast(invoke('dialog.showInFolder', { path })).catch(() => undefined)}
        >
          {t('targets.showFile')}
        </Button>
      )}
      <Button className="exported-file-link" onPress={() => void showExportHistoryDialog(target, 'lastChange')}>
        {t('targets.lastChange')}
      </Button>
    </span>
  );
}
