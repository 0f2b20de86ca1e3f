/** Changes the type of an attribute. The dialog describes the data that would be lost. */

import { useState } from 'react';
import type { AttributeValueType } from '../../../../shared/model/kinds/attribute-value.ts';
import { t } from '../../../messages/translate.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';
import { isVariableType, needsScriptId, valueTypeLabels, valueTypeOf, valueTypesFor } from './attribute-types.ts';
import { convertValue } from './convert-value.ts';
import { useScriptIdField } from './use-script-id-field.tsx';

export const showChangeTypeDialog = (id: string): void => showDialog((close) => <ChangeTypeDialog id={id} close={close} />);

function ChangeTypeDialog({ id, close }: { id: string; close: () => void }) {
  const attribute = openProjectStore.getState().project.find('attribute', id);
  const currentType = attribute ? valueTypeOf(attribute.value) : 'string';
  const [type, setType] = useState<AttributeValueType>(currentType);
  const script = useScriptIdField({
    ownerId: attribute?.cId ?? '',
    name: attribute?.name ?? '',
    isNeeded: attribute !== undefined && attribute.customId === null && type !== currentType && needsScriptId(attribute.cType, type),
  });
  if (!attribute) return null;
  const { value, lossMessage } = convertValue(attribute.value, type);
  const hasScriptId = attribute.customId !== null;
  const change = () =>
    sendCommand({
      do: 'batch',
      commands: [
        ...script.precedingCommands,
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
      title={t('attributes.typeChange.title', { name: attribute.name ?? t('attributes.unnamed') })}
      submitLabel={t('common.typeChange.confirm')}
      isReady={type !== currentType && script.isReady}
      run={change}
      onClose={close}
    >
      <Select
        label={t('attributes.type')}
        options={valueTypesFor(attribute.cType)
          .filter((each) => !hasScriptId || isVariableType(each))
          .map((each) => ({ id: each, ...valueTypeLabels()[each] }))}
        value={type}
        onChange={setType}
      />
      {hasScriptId && (
        <p className="field-description">{t('attributes.typeChange.scriptIdRestriction', { customId: attribute.customId ?? '' })}</p>
      )}
      {script.fields}
      {type !== currentType && (
        <p role="status">{t('common.typeChange.undoHint', { lost: lossMessage ?? t('attributes.typeChange.lossless') })}</p>
      )}
    </FormDialog>
  );
}
