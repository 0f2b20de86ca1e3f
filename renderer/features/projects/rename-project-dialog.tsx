/** Renames a project. */

import { useState } from 'react';
import type { ProjectRef } from '../../../shared/contracts/ipc/results.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';

export const showRenameProjectDialog = (project: ProjectRef): void =>
  showDialog((close) => <RenameProjectDialog project={project} close={close} />, { outlivesProject: true });

function RenameProjectDialog({ project: { hash, name: before }, close }: { project: ProjectRef; close: () => void }) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={t('projects.renameTitle')}
      submitLabel={t('common.rename')}
      isReady={name.trim() !== ''}
      run={() => invoke('project.rename', { hash, name: name.trim() })}
      onClose={close}
    >
      <TextField label={t('common.name')} value={name} onChange={setName} maxLength={255} autoFocus selectsAll />
    </FormDialog>
  );
}
