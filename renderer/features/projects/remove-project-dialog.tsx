/** Confirms deleting a project by typing its name, because it cannot be undone. */

import { useState } from 'react';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import { t } from '../../messages/translate.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-queue.ts';

type ProjectRef = Pick<ProjectSummary, 'hash' | 'name'>;

export const showRemoveProject = (project: ProjectRef): void =>
  showDialog((close) => <RemoveProjectDialog project={project} close={close} />);

function RemoveProjectDialog({ project: { hash, name }, close }: { project: ProjectRef; close: () => void }) {
  const [typed, setTyped] = useState('');
  const syncStatus = useSyncStatus(hash);
  const remove = async () => {
    await invoke('project.remove', { hash });
    if (openProjectStore.getState().hash === hash) goToProjectList();
    showToast({ tone: 'plain', title: t('projects.remove.done', { name }) });
  };
  return (
    <FormDialog
      title={t('projects.remove.title', { name })}
      submitLabel={t('projects.remove.confirm')}
      isDanger
      isReady={typed.trim() === name.trim()}
      run={remove}
      onClose={close}
    >
      <p>{t('projects.remove.consequences')}</p>
      {syncStatus && <p>{t('remoteProject.removeSyncedHint', { remote: syncStatus.remote })}</p>}
      <TextField label={t('projects.remove.typeName', { name })} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </FormDialog>
  );
}
