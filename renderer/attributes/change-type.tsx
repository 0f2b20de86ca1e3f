/** Another type for an attribute; what is lost on the way is said before. */
import { useState } from 'react';
import type { ValueType } from '../../shared/kinds/attribute-value.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { attributesWords } from '../words/en/attributes.ts';
import { isVariableType, needsScriptId, typeOf, typesFor, typeWords } from './attribute-types.ts';
import { convertValue } from './convert-value.ts';
import { useScriptId } from './use-script-id.tsx';

export const showChangeType = (id: string): void => showDialog((close) => <ChangeType id={id} close={close} />);

function ChangeType({ id, close }: { id: string; close: () => void }) {
  const attribute = openProject.getState().project.find('attribute', id);
  const now = attribute ? typeOf(attribute.value) : 'string';
  const [type, setType] = useState<ValueType>(now);
  const script = useScriptId({
    ownerId: attribute?.cId ?? '',
    name: attribute?.name ?? '',
    isNeeded: attribute !== undefined && attribute.customId === null && type !== now && needsScriptId(attribute.cType, type),
  });
  if (!attribute) return null;
  const { value, lost } = convertValue(attribute.value, type);
  const stays = attribute.customId !== null;
  const change = () =>
    send({
      do: 'batch',
      commands: [
        ...script.before,
        {
          do: 'change',
          kind: 'attribute',
          id,
          fields: { value, ...(script.customId === null ? {} : { customId: script.customId }) },
        },
      ],
    });
  return (
    <FormDialog
      title={attributesWords.changeTheTypeOf(attribute.name ?? attributesWords.theAttribute)}
      does={attributesWords.change}
      isReady={type !== now && script.isReady}
      run={change}
      onClose={close}
    >
      <Select
        label={attributesWords.type}
        options={typesFor(attribute.cType)
          .filter((each) => !stays || isVariableType(each))
          .map((each) => ({ id: each, ...typeWords[each] }))}
        value={type}
        onChange={setType}
      />
      {stays && <p className="field-description">{attributesWords.scriptsUseItAs(attribute.customId ?? '')}</p>}
      {script.fields}
      {type !== now && <p role="status">{attributesWords.undoBringsBack(lost ?? attributesWords.nothingIsLost)}</p>}
    </FormDialog>
  );
}
