/** Creates an API key. Only this dialog shows its value: it is not stored and cannot be shown again. */

import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '../../../shared/contracts/accounts.ts';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { memberLabel } from './default-names.ts';
import { keyPermissionOptions, PermissionCheckboxes } from './permission-checkboxes.tsx';

export function NewApiKeyDialog({ members, close }: { members: readonly Member[]; close: () => void }) {
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<KeyPermission[]>(['project:read']);
  const [member, setMember] = useState(members[0]?.id);
  const [value, setValue] = useState<string | null>(null);
  if (value !== null) return <CreatedApiKeyDialog name={name.trim()} value={value} close={close} />;
  const create = async () => {
    const { key } = await invoke('apiKey.create', { name: name.trim(), permissions, member });
    setValue(key);
  };
  return (
    <FormDialog
      title={t('settings.keys.newTitle')}
      submitLabel={t('common.create')}
      isReady={name.trim() !== '' && permissions.length > 0}
      run={create}
      staysOpen
      onClose={close}
    >
      <TextField
        label={t('common.name')}
        value={name}
        onChange={setName}
        maxLength={255}
        placeholder={t('settings.keys.namePlaceholder')}
        description={t('settings.keys.nameHint')}
        autoFocus
      />
      <PermissionCheckboxes
        legend={t('settings.keys.permissionsLabel')}
        options={keyPermissionOptions()}
        value={permissions}
        onChange={setPermissions}
      />
      {members.length > 1 && (
        <Select
          label={t('settings.member')}
          options={members.map((each) => ({
            id: String(each.id),
            label: memberLabel(each),
            ...(each.external ? { description: t('settings.members.external') } : {}),
          }))}
          value={String(member)}
          onChange={(id) => setMember(Number(id))}
        />
      )}
    </FormDialog>
  );
}

/** Escape and a click outside do not close this dialog, because the key cannot be shown again. */
function CreatedApiKeyDialog({ name, value, close }: { name: string; value: string; close: () => void }) {
  return (
    <Dialog
      title={t('settings.keys.createdTitle', { name })}
      onClose={() => undefined}
      isAlert
      width={560}
      buttons={<Button onPress={close}>{t('settings.keys.createdConfirm')}</Button>}
    >
      <div className="dialog-stack">
        <CopyField label={t('settings.keys.keyLabel')} value={value} autoFocus />
        <p className="key-warning">
          <TriangleAlert size={16} aria-hidden />
          {t('settings.keys.createdHint')}
        </p>
      </div>
    </Dialog>
  );
}
