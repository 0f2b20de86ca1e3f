/** Confirms deleting a project by typing its name, because it cannot be undone. */

import { useState } from 'react';
import type { ProjectRef } from '../../../shared/contracts/ipc/results.ts';
import { toVisibleText } from '../../../shared/text.ts';
import { t } from '../../messages/translate.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { LocalOnlySection, useLocalOnlyConsent } from '../../records/local-only/local-only-section.tsx';
import { openProjectStore } from '../../state/open-project.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-queue.ts';

export const showRemoveProjectDialog = (project: ProjectRef): void =>
  showDialog((close) => <RemoveProjectDialog project={project} close={close} />, { outlivesProject: true });

function RemoveProjectDialog({ project: { hash, name }, close }: { project: ProjectRef; close: () => void }) {
  const [typed, setTyped] = useState('');
  const syncStatus = useSyncStatus(hash);
  const consent = useLocalOnlyConsent({ hash });
  const remove = async () => {
    await invoke('project.remove', { hash, discard: consent.isAgreed });
    if (openProjectStore.getState().hash === hash) goToProjectList();
    showToast({ tone: 'plain', title: t('projects.remove.done', { name }) });
  };
  return (
    <FormDialog
      title={t('projects.remove.title', { name })}
      submitLabel={t('projects.remove.confirm')}
      confirms="final"
      isReady={toVisibleText(typed) === toVisibleText(name) && consent.isReady}
      run={remove}
      onClose={close}
    >
      <p>{t('projects.remove.consequences')}</p>
      {syncStatus && <p>{t('remoteProject.removeSyncedHint', { remote: syncStatus.remote })}</p>}
      <LocalOnlySection consent={consent} hint={t('sync.localOnly.deletedHint', { count: consent.changes.length })} />
      <TextField label={t('projects.remove.typeName', { name })} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </FormDialog>
  );
}
