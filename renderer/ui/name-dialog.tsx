/** Dialogs that ask for the name of a new or an existing item. */

import { useState } from 'react';
import { t } from '../messages/translate.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';
import { useCloseWhenGone } from './use-close-when-gone.ts';

interface NameDialogProps {
  readonly title: string;
  /** The placeholder, which is also the name if the field is empty. */
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

interface RenameDialogProps {
  /** What is renamed. The dialog closes when it is null or undefined, because it was deleted elsewhere. */
  readonly subject: unknown;
  readonly title: string;
  readonly name: string;
  readonly label?: string;
  readonly description?: string | undefined;
  /** Receives the trimmed name; an empty one cannot be submitted. */
  readonly rename: (name: string) => Promise<unknown>;
  readonly close: () => void;
}

export function RenameDialog({ subject, title, name, label = t('common.name'), description, rename, close }: RenameDialogProps) {
  const [text, setText] = useState(name);
  useCloseWhenGone(subject, close);
  const trimmed = text.trim();
  return (
    <FormDialog title={title} submitLabel={t('common.rename')} isReady={trimmed !== ''} run={() => rename(trimmed)} onClose={close}>
      <TextField label={label} value={text} onChange={setText} autoFocus selectsAll description={description} />
    </FormDialog>
  );
}
