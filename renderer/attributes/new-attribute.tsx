/** A new attribute: its name, its type, and for what scripts can use a script ID. */
import { useState } from 'react';
import type { ValueType } from '../../shared/kinds/attribute-value.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { attributesWords } from '../words/en/attributes.ts';
import { commonWords } from '../words/en/common.ts';
import { emptyOf, needsScriptId, ownerType, typesFor, typeWords } from './attribute-types.ts';
import { useScriptId } from './use-script-id.tsx';

export const showNewAttribute = (ownerId: string): void => showDialog((close) => <NewAttribute ownerId={ownerId} close={close} />);

function NewAttribute({ ownerId, close }: { ownerId: string; close: () => void }) {
  const cType = ownerType(openProject.getState().project.at(ownerId)?.kind) ?? 'elements';
  const [name, setName] = useState('');
  const [type, setType] = useState<ValueType>(cType === 'elements' ? 'string' : 'rich-text');
  const script = useScriptId({ ownerId, name, isNeeded: needsScriptId(cType, type) });
  const create = () => {
    const fields = { cId: ownerId, cType, name: name.trim() === '' ? null : name.trim(), value: emptyOf(type), customId: script.customId };
    return send({ do: 'batch', commands: [...script.before, { do: 'create', kind: 'attribute', fields }] });
  };
  return (
    <FormDialog title={attributesWords.newAttribute} does={commonWords.create} isReady={script.isReady} run={create} onClose={close}>
      <TextField label={commonWords.name} value={name} onChange={setName} placeholder={attributesWords.ageMoodPrice} autoFocus />
      <Select
        label={attributesWords.type}
        options={typesFor(cType).map((id) => ({ id, ...typeWords[id] }))}
        value={type}
        onChange={setType}
      />
      {script.fields}
    </FormDialog>
  );
}
