/** Exports a project with everything in it to a portable project file (docs/project-file.md). */

import type { ProjectRef } from '../../../shared/contracts/ipc/results.ts';
import { projectFileExtension } from '../../../shared/contracts/project-file-name.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { chooseSavePath, showInFolder, suggestedFileName } from '../../records/choose-save-path.tsx';
import { JobDialog } from '../../records/job-dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

export async function exportProjectFile(project: ProjectRef): Promise<void> {
  try {
    const file = await chooseSavePath({
      suggested: suggestedFileName(project.name, projectFileExtension),
      title: t('projects.exportFile.title', { name: project.name }),
      hint: t('projects.exportFile.hint'),
      confirm: t('projects.exportFile.confirm'),
    });
    if (file !== null) exportTo(project, file);
  } catch (error) {
    showProblem(Problem.from(error));
  }
}

const exportTo = ({ hash, name }: ProjectRef, file: string): void =>
  showDialog(
    (close) => (
      <JobDialog
        title={t('projects.exportFile.progress')}
        label={name}
        run={({ job }) => invoke('project.writeProjectFile', { hash, file, job })}
        onDone={(written) =>
          showToast({ tone: 'good', title: t('projects.exportFile.done', { file: written.file }), ...showInFolder(written.file) })
        }
        onFailed={showProblem}
        close={close}
      />
    ),
    { outlivesProject: true },
  );
