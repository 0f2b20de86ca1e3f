/** The form below the table that adds a variable. Its name is validated while typing. */

import { Plus } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import type { VariableType } from '../../../shared/model/variable-value.ts';
import { t } from '../../messages/translate.ts';
import { variableNameError } from '../../records/scripts/script-names.ts';
import { createFormValues } from '../../state/form-values.ts';
import { useProject } from '../../state/open-project.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { variableTypeOptions } from './variable-types.ts';

interface NewVariable {
  readonly typed: string;
  readonly type: VariableType;
}

const newVariable = createFormValues<NewVariable>({ typed: '', type: 'boolean' });
const setTyped = (typed: string): void => newVariable.change((before) => ({ ...before, typed }));

/** `isFirst`: there are no variables yet, so the form takes the focus. */
export function NewVariableForm({ isFirst }: { isFirst: boolean }) {
  const { typed, type } = newVariable.use();
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
    if (!isAdded) newVariable.change((next) => (next.typed === '' ? { ...next, typed: name } : next));
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
      <Select
        label={t('variables.type')}
        options={variableTypeOptions()}
        value={type}
        onChange={(to) => newVariable.change((before) => ({ ...before, type: to }))}
      />
      <Button icon={Plus} type="submit" isDisabled={error !== null}>
        {t('common.add')}
      </Button>
    </form>
  );
}

/** [Variables] default values when omitted. */
const initialValues: Readonly<Record<VariableType, string | number | boolean>> = { string: '', integer: 0, float: 0, boolean: false };
