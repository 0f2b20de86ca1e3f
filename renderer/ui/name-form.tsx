/** A dialog that asks for a name and makes something of it. */
import { useState } from 'react';
import { commonWords } from '../words/en/common.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

export interface NameFormProps {
  readonly title: string;
  /** What stands in the field while it is empty, and is the name then. */
  readonly unnamed: string;
  readonly description?: string | undefined;
  readonly create: (name: string) => Promise<void>;
  readonly close: () => void;
}

export function NameForm({ title, unnamed, description, create, close }: NameFormProps) {
  const [name, setName] = useState('');
  return (
    <FormDialog title={title} does={commonWords.create} run={() => create(name.trim() || unnamed)} onClose={close}>
      <TextField label={commonWords.name} value={name} onChange={setName} placeholder={unnamed} autoFocus description={description} />
    </FormDialog>
  );
}
