/** The last row of the table: a new variable. Its name is judged while it is typed. */
import { Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { VariableType } from '../../shared/variable-value.ts';
import { variableFault } from '../attributes/script-names.ts';
import { useProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { variablesWords } from '../words/en/variables.ts';
import { variableTypes } from './variable-words.ts';

/** In a table without any it is what one has come for, and takes the keyboard. */
export function NewVariable({ isFirst }: { isFirst: boolean }) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<VariableType>('boolean');
  const form = useRef<HTMLFormElement>(null);
  const name = typed.trim();
  const fault = useProject((project) => variableFault(project, null, name));
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (fault !== null) return;
    await send({ do: 'create', kind: 'variable', fields: { name, type, value: first[type] } });
    setTyped('');
    // The button is about to be disabled and would lose the focus to nowhere.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} className="new-variable" onSubmit={(event) => void add(event).catch(() => undefined)}>
      <TextField
        label={variablesWords.newVariable}
        value={typed}
        onChange={setTyped}
        placeholder={variablesWords.hasKey}
        isCode
        autoFocus={isFirst}
        error={name === '' ? null : fault}
      />
      <Select label={variablesWords.type} options={variableTypes} value={type} onChange={setType} />
      <Button icon={Plus} type="submit" isDisabled={fault !== null}>
        {commonWords.add}
      </Button>
    </form>
  );
}

/** [Variables] default values when omitted. */
const first: Readonly<Record<VariableType, string | number | boolean>> = { string: '', integer: 0, float: 0, boolean: false };
