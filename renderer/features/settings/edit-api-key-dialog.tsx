/** Changes the name or the permissions of a key. They apply from its next request. */

import { useState } from 'react';
import type { ApiKey } from '../../../shared/contracts/accounts.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { keyPermissionOptions, PermissionCheckboxes } from './permission-checkboxes.tsx';

export function EditApiKeyDialog({ before, close }: { before: ApiKey; close: () => void }) {
  const [name, setName] = useState(before.name);
  const [permissions, setPermissions] = useState([...before.permissions]);
  return (
    <FormDialog
      title={t('settings.keys.changeTitle')}
      submitLabel={t('common.save')}
      isReady={name.trim() !== '' && permissions.length > 0}
      run={() => invoke('apiKey.change', { id: before.id, name: name.trim(), permissions })}
      onClose={close}
    >
      <TextField label={t('common.name')} value={name} onChange={setName} maxLength={255} autoFocus selectsAll />
      <PermissionCheckboxes
        legend={t('settings.keys.permissionsLabel')}
        options={keyPermissionOptions()}
        value={permissions}
        onChange={setPermissions}
      />
    </FormDialog>
  );
}
