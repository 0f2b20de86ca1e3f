/**
 * Sets the script ID of a board, or of an attribute that was imported without one, and renames that of an attribute. Other records use a script ID, so it is
 * entered in a dialog instead of a field that saves while the user types.
 */
import { type ReactNode, useState } from 'react';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { renameAttribute } from '../../../records/scripts/rename-variable.ts';
import {
  scopeNameError,
  scriptNameOf,
  suggestScopeName,
  suggestVariableName,
  variableNameError,
} from '../../../records/scripts/script-names.ts';
import { openProjectStore, useProject, useRecord } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { prepareUndoToast } from '../../../state/undo-toast.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useCloseWhenGone } from '../../../ui/use-close-when-gone.ts';

export const showAttributeScriptIdDialog = (attributeId: string): void =>
  showDialog((close) => <AttributeScriptIdDialog id={attributeId} close={close} />);
export const showBoardScriptIdDialog = (boardId: string): void => showDialog((close) => <BoardScriptIdDialog id={boardId} close={close} />);

function AttributeScriptIdDialog({ id, close }: { id: string; close: () => void }) {
  const attribute = useRecord('attribute', id);
  useCloseWhenGone(attribute, close);
  const script = useScriptIdField({ ownerId: attribute?.cId ?? '', name: attribute?.name ?? '', isNeeded: true });
  const save = () =>
    sendCommand({
      do: 'batch',
      commands: [...script.precedingCommands, { do: 'change', kind: 'attribute', id, fields: { customId: script.customId } }],
    });
  return (
    <FormDialog
      title={attribute?.name ? t('attributes.scriptIdTitle', { name: attribute.name }) : t('attributes.scriptIdTitleWithoutName')}
      submitLabel={t('attributes.scriptIdConfirm')}
      isReady={script.isReady}
      run={save}
      onClose={close}
    >
      {script.fields}
    </FormDialog>
  );
}

export const showRenameScriptIdDialog = (attributeId: string): void =>
  showDialog((close) => <RenameScriptIdDialog id={attributeId} close={close} />);

/** A script ID cannot be changed by itself: the attribute is created again under the new one, and all scripts follow, in one step. */
function RenameScriptIdDialog({ id, close }: { id: string; close: () => void }) {
  const attribute = useRecord('attribute', id);
  useCloseWhenGone(attribute, close);
  const [typed, setTyped] = useState(attribute?.customId ?? '');
  const customId = typed.trim();
  const isChanged = customId !== attribute?.customId;
  const error = useProject((project) => (attribute && isChanged ? variableNameError(project, attribute.cId, customId) : null));
  const rename = async () => {
    const { project } = openProjectStore.getState();
    // As it is now: it may have been changed while the dialog was open.
    const current = project.find('attribute', id);
    if (!current) return;
    const newAttributeId = newId();
    const { commands, rewritten } = renameAttribute(project, current, customId, newAttributeId);
    const showDone = prepareUndoToast();
    await sendCommand({ do: 'batch', commands });
    const name = scriptNameOf(openProjectStore.getState().project, newAttributeId) ?? customId;
    showDone(t('variables.renamed', { name, count: rewritten }));
  };
  return (
    <FormDialog
      title={
        attribute?.name ? t('attributes.scriptIdRename.title', { name: attribute.name }) : t('attributes.scriptIdRename.titleWithoutName')
      }
      submitLabel={t('common.rename')}
      isReady={attribute !== undefined && isChanged && error === null}
      run={rename}
      onClose={close}
    >
      <TextField
        label={t('attributes.scriptId')}
        value={typed}
        onChange={setTyped}
        isCode
        autoFocus
        selectsAll
        error={isChanged && customId !== '' ? error : null}
        description={t('variables.rename.hint')}
      />
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

interface ScriptIdField {
  /** null if none is needed. */
  readonly customId: string | null;
  /** Commands that must run before the attribute can have the script ID. */
  readonly precedingCommands: readonly SingleCommand[];
  readonly isReady: boolean;
  readonly fields: ReactNode;
}

/** The script ID field of an attribute in a dialog: suggested from the name and validated while typing. Asks for the board's script ID if it has none. */
export function useScriptIdField({ ownerId, name, isNeeded }: { ownerId: string; name: string; isNeeded: boolean }): ScriptIdField {
  const { project } = openProjectStore.getState();
  const board = project.find('board', ownerId);
  const owner = board ?? project.find('component', ownerId);
  const [typed, setTyped] = useState<string | null>(null);
  const [scope, setScope] = useState(() => (board ? suggestScopeName(project, board.name) : ''));
  if (!isNeeded) return { customId: null, precedingCommands: [], isReady: true, fields: null };
  const customId = (typed ?? suggestVariableName(project, ownerId, name)).trim();
  const needsScope = board?.customId === null;
  const error = variableNameError(project, ownerId, customId);
  const scopeError = needsScope ? scopeNameError(project, scope.trim()) : null;
  const preview = `${needsScope ? scope.trim() : (owner?.customId ?? '')}.${customId === '' ? '…' : customId}`;
  return {
    customId,
    precedingCommands: needsScope ? [{ do: 'change', kind: 'board', id: ownerId, fields: { customId: scope.trim() } }] : [],
    isReady: error === null && scopeError === null,
    fields: (
      <>
        {needsScope && (
          <TextField
            label={t('attributes.boardScriptIdLabel')}
            value={scope}
            onChange={setScope}
            isCode
            error={scopeError}
            description={t('attributes.boardScriptIdMissing')}
          />
        )}
        <TextField
          label={t('attributes.scriptId')}
          value={typed ?? customId}
          onChange={setTyped}
          isCode
          error={typed === null && customId === '' ? null : error}
          description={t('attributes.scriptIdPreview', { shown: preview })}
        />
      </>
    ),
  };
}
