/**
 * Creates an attribute with a name and a type, and with a script ID if scripts can use that type; or one in each of several elements, which have no script
 * IDs.
 */

import { useState } from 'react';
import type { AttributeValueType } from '../../../../shared/model/kinds/attribute-value.ts';
import { t } from '../../../messages/translate.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { attributeOwnerType } from './attribute-owner-type.ts';
import { emptyValueOf, needsScriptId, valueTypeLabels, valueTypesFor } from './attribute-types.ts';
import { useScriptIdField } from './script-id-dialogs.tsx';

/** `ownerIds`: a board, a component, or elements. */
export const showNewAttributeDialog = (...ownerIds: string[]): void =>
  showDialog((close) => <NewAttributeDialog ownerIds={ownerIds} close={close} />);

function NewAttributeDialog({ ownerIds, close }: { ownerIds: readonly string[]; close: () => void }) {
  const [ownerId = ''] = ownerIds;
  const cType = attributeOwnerType(openProjectStore.getState().project.get(ownerId)?.kind) ?? 'elements';
  const [name, setName] = useState('');
  const [type, setType] = useState<AttributeValueType>(cType === 'elements' ? 'string' : 'rich-text');
  const script = useScriptIdField({ ownerId, name, isNeeded: needsScriptId(cType, type) });
  const create = () => {
    const fields = {
      cType,
      name: name.trim() === '' ? null : name.trim(),
      value: emptyValueOf(type),
      customId: script.customId,
    };
    return sendCommand({
      do: 'batch',
      commands: [
        ...script.precedingCommands,
        ...ownerIds.map((cId) => ({ do: 'create' as const, kind: 'attribute' as const, fields: { ...fields, cId } })),
      ],
    });
  };
  return (
    <FormDialog title={t('attributes.newAttribute')} submitLabel={t('common.create')} isReady={script.isReady} run={create} onClose={close}>
      <TextField label={t('common.name')} value={name} onChange={setName} placeholder={t('attributes.newAttributePlaceholder')} autoFocus />
      <Select
        label={t('attributes.type')}
        options={valueTypesFor(cType).map((id) => ({ id, ...valueTypeLabels()[id] }))}
        value={type}
        onChange={setType}
      />
      {script.fields}
    </FormDialog>
  );
}
