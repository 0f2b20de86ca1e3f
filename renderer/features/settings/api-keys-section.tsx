/** The API keys: who made them, what they may do, and how they end. */
import { Plus } from 'lucide-react';
import type { ApiKey } from '../../../shared/contracts/accounts.ts';
import { commonMessages } from '../../messages/en/common.ts';
import { settingsMessages } from '../../messages/en/settings.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { EditApiKeyDialog } from './edit-api-key-dialog.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { permissionsLabel } from './permission-checkboxes.tsx';
import { type Accounts, useSettings } from './settings-store.ts';

export function ApiKeysSection() {
  const people = useSettings((state) => state.accounts);
  const problem = useSettings((state) => state.accountsProblem);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{settingsMessages.apiKeys}</h3>
        {people && (
          <Button
            icon={Plus}
            look="primary"
            onPress={() => showDialog((close) => <NewApiKeyDialog members={people.members} close={close} />)}
          >
            {settingsMessages.newKey}
          </Button>
        )}
      </div>
      <p>{settingsMessages.aProgramShowsIts}</p>
      {problem && <ProblemMessage problem={problem} />}
      {people && people.keys.length === 0 && <p className="settings-none">{settingsMessages.thereAreNoKeys}</p>}
      {people && people.keys.length > 0 && <ApiKeysTable people={people} />}
    </section>
  );
}

function ApiKeysTable({ people: { keys, members } }: { people: Accounts }) {
  return (
    <table className="settings-table" aria-label={settingsMessages.apiKeys}>
      <thead>
        <tr>
          <th scope="col">{commonMessages.name}</th>
          <th scope="col">{settingsMessages.may}</th>
          <th scope="col">{settingsMessages.member}</th>
          <th scope="col">{settingsMessages.created}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} member={members.find(({ id }) => id === key.member)?.name ?? ''} />
        ))}
      </tbody>
    </table>
  );
}

function ApiKeyRow({ apiKey, member }: { apiKey: ApiKey; member: string }) {
  const { name, permissions, createdAt } = apiKey;
  const when = useRelativeTime(createdAt);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{permissionsLabel(permissions)}</td>
      <td>{member}</td>
      <td>{when}</td>
      <td>
        <MenuButton label={commonMessages.more(name)} entries={apiKeyMenuEntries(apiKey)} />
      </td>
    </tr>
  );
}

function apiKeyMenuEntries(key: ApiKey) {
  return [
    { id: 'change', label: settingsMessages.change, run: () => showDialog((close) => <EditApiKeyDialog before={key} close={close} />) },
    null,
    {
      id: 'revoke',
      label: settingsMessages.revokeEntry,
      isDanger: true,
      run: () =>
        showConfirmation({
          title: settingsMessages.revokeQuestion(key.name),
          confirmLabel: settingsMessages.revoke,
          message: <p>{settingsMessages.fromNowOnThe}</p>,
          run: () => invoke('key.revoke', { id: key.id }),
        }),
    },
  ];
}
