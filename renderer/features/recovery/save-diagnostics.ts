import { fileSize } from '../../../shared/messages/file-size.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { chooseSavePath, showInFolder } from '../../records/choose-save-path.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

/** Writes a file for a report of a fault, without story texts, names or secrets. */
export async function saveDiagnostics(): Promise<void> {
  try {
    const file = await chooseSavePath({
      suggested: 'taleport-diagnostics.zip',
      title: t('recovery.diagnostics.title'),
      hint: t('recovery.diagnostics.hint'),
      confirm: t('recovery.diagnostics.confirm'),
    });
    if (file === null) return;
    const { bytes } = await invoke('dataFolder.saveDiagnostics', { file });
    showToast({ tone: 'good', title: t('recovery.diagnostics.done', { file, size: fileSize(bytes) }), ...showInFolder(file) });
  } catch (error) {
    showProblem(Problem.from(error));
  }
}
