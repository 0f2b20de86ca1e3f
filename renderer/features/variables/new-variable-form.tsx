/** The form below the table that adds a variable. Its name is validated while typing. */

import { Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { VariableType } from '../../../shared/model/variable-value.ts';
import { t } from '../../messages/translate.ts';
import { variableNameError } from '../../records/scripts/script-names.ts';
import { useProject } from '../../state/open-project.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { variableTypeOptions } from './variable-types.ts';

/** `isFirst`: there are no variables yet, so the form takes the focus. */
export function NewVariableForm({ isFirst }: { isFirst: boolean }) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<VariableType>('boolean');
  const form = useRef<HTMLFormElement>(null);
  const name = typed.trim();
  const error = useProject((project) => variableNameError(project, null, name));
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (error !== null) return;
    setTyped('');
    // The focused button is about to be disabled, so the focus moves to the name.
    form.current?.querySelector('input')?.focus();
    const isAdded = await sendOrShowError({ do: 'create', kind: 'variable', fields: { name, type, value: initialValues[type] } });
    // A rejected name returns to the field, unless the next one was typed there.
    if (!isAdded) setTyped((next) => (next === '' ? name : next));
  };
  return (
    <form ref={form} className="new-variable" onSubmit={(event) => void add(event)}>
      <TextField
        label={t('variables.newVariable')}
        value={typed}
        onChange={setTyped}
        placeholder={t('variables.namePlaceholder')}
        isCode
        autoFocus={isFirst}
        error={name === '' ? null : error}
      />
      <Select label={t('variables.type')} options={variableTypeOptions()} value={type} onChange={setType} />
      <Button icon={Plus} type="submit" isDisabled={error !== null}>
        {t('common.add')}
      </Button>
    </form>
  );
}

/** [Variables] default values when omitted. */
const initialValues: Readonly<Record<VariableType, string | number | boolean>> = { string: '', integer: 0, float: 0, boolean: false };
