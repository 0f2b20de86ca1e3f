/** The last row of the table: a new variable. Its name is judged while it is typed. */

import { Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { VariableType } from '../../../shared/model/variable-value.ts';
import { t } from '../../messages/translate.ts';
import { variableNameError } from '../../records/scripts/script-names.ts';
import { useProject } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { variableTypeOptions } from './variable-types.ts';

/** In a table without any it is what one has come for, and takes the keyboard. */
export function NewVariableForm({ isFirst }: { isFirst: boolean }) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<VariableType>('boolean');
  const form = useRef<HTMLFormElement>(null);
  const name = typed.trim();
  const fault = useProject((project) => variableNameError(project, null, name));
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (fault !== null) return;
    await sendCommand({ do: 'create', kind: 'variable', fields: { name, type, value: initialValues[type] } });
    setTyped('');
    // The button is about to be disabled and would lose the focus to nowhere.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} className="new-variable" onSubmit={(event) => void add(event).catch(() => undefined)}>
      <TextField
        label={t('variables.newVariable')}
        value={typed}
        onChange={setTyped}
        placeholder={t('variables.namePlaceholder')}
        isCode
        autoFocus={isFirst}
        error={name === '' ? null : fault}
      />
      <Select label={t('variables.type')} options={variableTypeOptions()} value={type} onChange={setType} />
      <Button icon={Plus} type="submit" isDisabled={fault !== null}>
        {t('common.add')}
      </Button>
    </form>
  );
}

/** [Variables] default values when omitted. */
const initialValues: Readonly<Record<VariableType, string | number | boolean>> = { string: '', integer: 0, float: 0, boolean: false };
