/** Another name or other permissions for a key; they count from its next request on. */
import { useState } from 'react';
import type { ApiKey } from '../../shared/people.ts';
import { ask } from '../bridge.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';
import { keyRights, Rights } from './rights.tsx';

export function ChangeKey({ before, close }: { before: ApiKey; close: () => void }) {
  const [name, setName] = useState(before.name);
  const [permissions, setPermissions] = useState([...before.permissions]);
  return (
    <FormDialog
      title={settingsWords.changeTheKey}
      does={commonWords.save}
      isReady={name.trim() !== '' && permissions.length > 0}
      run={() => ask('key.change', { id: before.id, name: name.trim(), permissions })}
      onClose={close}
    >
      <TextField label={commonWords.name} value={name} onChange={setName} maxLength={255} autoFocus selectsAll />
      <Rights legend={settingsWords.permissionsAtLeastOne} rights={keyRights} value={permissions} onChange={setPermissions} />
    </FormDialog>
  );
}
