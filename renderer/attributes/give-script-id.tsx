/** A script ID for a board, or for an attribute that came without one. It is given once and stays: so it is asked for, and not saved while it is typed. */
import { useState } from 'react';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { attributesWords } from '../words/en/attributes.ts';
import { proposedScope, scopeFault } from './script-names.ts';
import { useScriptId } from './use-script-id.tsx';

export const showGiveScriptId = (attributeId: string): void => showDialog((close) => <ToAttribute id={attributeId} close={close} />);
export const showGiveBoardScriptId = (boardId: string): void => showDialog((close) => <ToBoard id={boardId} close={close} />);

function ToAttribute({ id, close }: { id: string; close: () => void }) {
  const attribute = openProject.getState().project.find('attribute', id);
  const script = useScriptId({ ownerId: attribute?.cId ?? '', name: attribute?.name ?? '', isNeeded: true });
  const give = () =>
    send({
      do: 'batch',
      commands: [...script.before, { do: 'change', kind: 'attribute', id, fields: { customId: script.customId } }],
    });
  return (
    <FormDialog
      title={attributesWords.aScriptIdFor(attribute?.name ?? attributesWords.theAttribute)}
      does={attributesWords.give}
      isReady={script.isReady}
      run={give}
      onClose={close}
    >
      {script.fields}
    </FormDialog>
  );
}

function ToBoard({ id, close }: { id: string; close: () => void }) {
  const { project } = openProject.getState();
  const name = project.find('board', id)?.name ?? '';
  const [typed, setTyped] = useState(() => proposedScope(project, name));
  const customId = typed.trim();
  const fault = scopeFault(project, customId);
  return (
    <FormDialog
      title={attributesWords.aScriptIdFor(name)}
      does={attributesWords.give}
      isReady={fault === null}
      run={() => send({ do: 'change', kind: 'board', id, fields: { customId } })}
      onClose={close}
    >
      <TextField
        label={attributesWords.scriptId}
        value={typed}
        onChange={setTyped}
        isCode
        autoFocus
        selectsAll
        error={fault}
        description={attributesWords.whatScriptsCallThis}
      />
    </FormDialog>
  );
}
