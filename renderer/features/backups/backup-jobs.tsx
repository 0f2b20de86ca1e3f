/** The jobs of the settings section for backups. Each has a progress dialog, and its result is shown in a toast. */

import type { Backup } from '../../../shared/contracts/backups.ts';
import { fileSize } from '../../../shared/messages/file-size.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { chooseSavePath, showInFolder } from '../../records/choose-save-path.tsx';
import { JobDialog } from '../../records/job-dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

const fileExtension = '.taleport-backup';

/** `onDone` is called when the list has a new backup. */
export const backUpNow = (onDone: () => void): void =>
  showDialog(
    (close) => (
      <JobDialog
        title={t('backup.now.progress')}
        label={t('backup.now.label')}
        run={({ job }) => invoke('backup.create', { job })}
        onDone={({ projects, bytes, notThinned }) => {
          onDone();
          const title = t('backup.now.done', { count: projects, size: fileSize(bytes) });
          showToast(notThinned ? { tone: 'warning', title, lines: [t(notThinned)] } : { tone: 'good', title });
        }}
        onFailed={showProblem}
        close={close}
      />
    ),
    { outlivesProject: true },
  );

/** Writes a backup to a file that is kept elsewhere. */
export async function saveBackupCopy({ id }: Backup): Promise<void> {
  try {
    const file = await chooseSavePath({
      suggested: `${id}${fileExtension}`,
      title: t('backup.copy.title'),
      hint: t('backup.copy.hint'),
      confirm: t('backup.copy.confirm'),
    });
    if (file === null) return;
    showDialog(
      (close) => (
        <JobDialog
          title={t('backup.copy.progress')}
          label={file}
          run={({ job }) => invoke('backup.export', { id, file, job })}
          onDone={(written) =>
            showToast({ tone: 'good', title: t('backup.copy.done', { file: written.file }), ...showInFolder(written.file) })
          }
          onFailed={showProblem}
          close={close}
        />
      ),
      { outlivesProject: true },
    );
  } catch (error) {
    showProblem(Problem.from(error));
  }
}

/** Creates a new project of this name from one of a backup. `onDone` is called before the toast, which offers to open it. */
export const restoreProject = ({ id }: Backup, project: { hash: string; name: string }, name: string, onDone: () => void): void =>
  showDialog(
    (close) => (
      <JobDialog
        title={t('backup.restore.progress')}
        label={project.name}
        run={({ job }) => invoke('backup.restore', { source: { id }, project: project.hash, name, job })}
        onDone={(restored) => {
          onDone();
          showToast({
            tone: restored.notes.length > 0 ? 'warning' : 'good',
            title: t('backup.restore.done', { name: restored.name }),
            lines: restored.notes.map((note) => t(note)),
            action: { label: t('backup.restore.open'), run: () => goToProject(restored.hash) },
          });
        }}
        onFailed={showProblem}
        close={close}
      />
    ),
    { outlivesProject: true },
  );
