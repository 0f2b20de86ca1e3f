/** The settings section of the API keys: list, create, change and revoke. */
import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey, Member } from '../../../shared/contracts/accounts.ts';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog, FormDialog, showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { memberLabel } from './default-names.ts';
import { keyPermissionOptions, PermissionCheckboxes, permissionsLabel } from './permission-checkboxes.tsx';
import { type AccountSettings, useSettings } from './settings-store.ts';

export function ApiKeysSection() {
  const accounts = useSettings((state) => state.accounts);
  const problem = useSettings((state) => state.accountsProblem);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('settings.apiKeys')}</h3>
        {accounts && (
          <Button
            icon={Plus}
            variant="primary"
            onPress={() => showDialog((close) => <NewApiKeyDialog members={accounts.members} close={close} />, { outlivesProject: true })}
          >
            {t('settings.newKey')}
          </Button>
        )}
      </div>
      <p>{t('settings.keys.hint')}</p>
      {problem && <ProblemMessage problem={problem} />}
      {accounts && accounts.keys.length === 0 && <p className="settings-none">{t('settings.keys.none')}</p>}
      {accounts && accounts.keys.length > 0 && <ApiKeysTable accounts={accounts} />}
    </section>
  );
}

function ApiKeysTable({ accounts: { keys, members } }: { accounts: AccountSettings }) {
  return (
    <DataTable
      label={t('settings.apiKeys')}
      columns={[t('common.name'), t('settings.keys.permissions'), t('settings.member'), t('settings.created')]}
    >
      {keys.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} member={members.find(({ id }) => id === key.member)} />
      ))}
    </DataTable>
  );
}

function ApiKeyRow({ apiKey, member }: { apiKey: ApiKey; member: Member | undefined }) {
  const { name, permissions, createdAt } = apiKey;
  const when = useRelativeTime(createdAt);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{permissionsLabel(permissions)}</td>
      <td>{member && memberLabel(member)}</td>
      <td>{when}</td>
      <td>
        <MenuButton label={t('common.more', { name })} entries={apiKeyMenuEntries(apiKey)} />
      </td>
    </tr>
  );
}

function apiKeyMenuEntries(key: ApiKey) {
  return [
    {
      id: 'change',
      label: t('settings.change'),
      run: () => showDialog((close) => <EditApiKeyDialog before={key} close={close} />, { outlivesProject: true }),
    },
    null,
    {
      id: 'revoke',
      label: t('settings.keys.revokeEntry'),
      isDanger: true,
      run: () =>
        showConfirmation({
          title: t('settings.keys.revokeTitle', { name: key.name }),
          confirms: 'final',
          confirmLabel: t('settings.keys.revoke'),
          message: <p>{t('settings.keys.revokeConsequences')}</p>,
          run: () => invoke('apiKey.revoke', { id: key.id }),
        }),
    },
  ];
}

/** Creates an API key, and shows its value, also if the form has been closed meanwhile: it is not stored, and cannot be shown again. */
function NewApiKeyDialog({ members, close }: { members: readonly Member[]; close: () => void }) {
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<KeyPermission[]>(['project:read']);
  const [member, setMember] = useState(members[0]?.id);
  const create = async () => {
    const { key } = await invoke('apiKey.create', { name: name.trim(), permissions, member });
    showDialog((closeCreated) => <CreatedApiKeyDialog name={name.trim()} value={key} close={closeCreated} />, { outlivesProject: true });
  };
  return (
    <FormDialog
      title={t('settings.keys.newTitle')}
      submitLabel={t('common.create')}
      isReady={name.trim() !== '' && permissions.length > 0}
      run={create}
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

/** Changes the name or the permissions of a key. They apply from its next request. */
function EditApiKeyDialog({ before, close }: { before: ApiKey; close: () => void }) {
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
