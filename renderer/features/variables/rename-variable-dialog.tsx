/** Asks for the new name of a variable, and renames it in all scripts, in one step. */
import { useState } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { newId } from '../../platform/new-id.ts';
import { renameVariable } from '../../records/scripts/rename-variable.ts';
import { variableNameError } from '../../records/scripts/script-names.ts';
import { openProjectStore, useProject, useRecord } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useCloseWhenGone } from '../../ui/use-close-when-gone.ts';

export const showRenameVariableDialog = (variable: StoryRecord<'variable'>): void =>
  showDialog((close) => <RenameVariableDialog variable={variable} close={close} />);

function RenameVariableDialog({ variable, close }: { variable: StoryRecord<'variable'>; close: () => void }) {
  const [typed, setTyped] = useState(variable.name);
  const name = typed.trim();
  const isChanged = name !== variable.name;
  const error = useProject((project) => (isChanged ? variableNameError(project, null, name) : null));
  useCloseWhenGone(useRecord('variable', variable.id), close);
  const rename = async () => {
    const { project } = openProjectStore.getState();
    // As it is now: it may have been changed while the dialog was open.
    const current = project.find('variable', variable.id);
    if (!current) return;
    const { commands, rewritten } = renameVariable(project, current, name, newId());
    const showDone = prepareUndoToast();
    await sendCommand({ do: 'batch', commands });
    showDone(t('variables.renamed', { name, count: rewritten }));
  };
  return (
    <FormDialog
      title={t('variables.rename.title', { name: variable.name })}
      submitLabel={t('common.rename')}
      isReady={isChanged && error === null}
      run={rename}
      onClose={close}
    >
      <TextField
        label={t('common.name')}
        value={typed}
        onChange={setTyped}
        isCode
        autoFocus
        selectsAll
        error={isChanged && name !== '' ? error : null}
        description={t('variables.rename.hint')}
      />
    </FormDialog>
  );
}
