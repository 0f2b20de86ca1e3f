/** The settings section of the API keys: list, create, change and revoke. */

import { Plus } from 'lucide-react';
import type { ApiKey, Member } from '../../../shared/contracts/accounts.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { memberLabel } from './default-names.ts';
import { EditApiKeyDialog } from './edit-api-key-dialog.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { permissionsLabel } from './permission-checkboxes.tsx';
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
