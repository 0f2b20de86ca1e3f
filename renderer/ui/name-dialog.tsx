/** A dialog that asks for a name and makes something of it. */

import { useState } from 'react';
import { t } from '../messages/translate.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

export interface NameDialogProps {
  readonly title: string;
  /** What stands in the field while it is empty, and is the name then. */
  readonly defaultName: string;
  readonly description?: string | undefined;
  readonly create: (name: string) => Promise<void>;
  readonly close: () => void;
}

export function NameDialog({ title, defaultName, description, create, close }: NameDialogProps) {
  const [name, setName] = useState('');
  return (
    <FormDialog title={title} submitLabel={t('common.create')} run={() => create(name.trim() || defaultName)} onClose={close}>
      <TextField label={t('common.name')} value={name} onChange={setName} placeholder={defaultName} autoFocus description={description} />
    </FormDialog>
  );
}
