/**
 * Sets the script ID of a board, or of an attribute that was imported without one. A script ID cannot be changed later, so it is entered in a
 * dialog instead of a field that saves while the user types.
 */

import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { scopeNameError, suggestScopeName } from '../../../records/scripts/script-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useScriptIdField } from './use-script-id-field.tsx';

export const showAttributeScriptIdDialog = (attributeId: string): void =>
  showDialog((close) => <AttributeScriptIdDialog id={attributeId} close={close} />);
export const showBoardScriptIdDialog = (boardId: string): void => showDialog((close) => <BoardScriptIdDialog id={boardId} close={close} />);

function AttributeScriptIdDialog({ id, close }: { id: string; close: () => void }) {
  const attribute = openProjectStore.getState().project.find('attribute', id);
  const script = useScriptIdField({ ownerId: attribute?.cId ?? '', name: attribute?.name ?? '', isNeeded: true });
  const save = () =>
    sendCommand({
      do: 'batch',
      commands: [...script.precedingCommands, { do: 'change', kind: 'attribute', id, fields: { customId: script.customId } }],
    });
  return (
    <FormDialog
      title={t('attributes.scriptIdTitle', { name: attribute?.name ?? t('attributes.unnamed') })}
      submitLabel={t('attributes.scriptIdConfirm')}
      isReady={script.isReady}
      run={save}
      onClose={close}
    >
      {script.fields}
    </FormDialog>
  );
}

function BoardScriptIdDialog({ id, close }: { id: string; close: () => void }) {
  const { project } = openProjectStore.getState();
  const name = project.find('board', id)?.name ?? '';
  const [typed, setTyped] = useState(() => suggestScopeName(project, name));
  const customId = typed.trim();
  const error = scopeNameError(project, customId);
  return (
    <FormDialog
      title={t('attributes.scriptIdTitle', { name })}
      submitLabel={t('attributes.scriptIdConfirm')}
      isReady={error === null}
      run={() => sendCommand({ do: 'change', kind: 'board', id, fields: { customId } })}
      onClose={close}
    >
      <TextField
        label={t('attributes.scriptId')}
        value={typed}
        onChange={setTyped}
        isCode
        autoFocus
        selectsAll
        error={error}
        description={t('attributes.boardScriptIdHint')}
      />
    </FormDialog>
  );
}
