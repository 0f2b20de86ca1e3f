/** The API keys: who made them, what they may do, and how they end. */
import { Plus } from 'lucide-react';
import type { ApiKey } from '../../shared/people.ts';
import { ask } from '../bridge.ts';
import { useAgo } from '../state/ago.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { MenuButton } from '../ui/menu.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { ChangeKey } from './change-key.tsx';
import { NewKey } from './new-key.tsx';
import { inWords } from './rights.tsx';
import { type People, useSettings } from './settings-state.ts';

export function KeysSection() {
  const people = useSettings((state) => state.people);
  const problem = useSettings((state) => state.peopleProblem);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>API keys</h3>
        {people && (
          <Button icon={Plus} look="primary" onPress={() => showDialog((close) => <NewKey members={people.members} close={close} />)}>
            New key
          </Button>
        )}
      </div>
      <p>A program shows its key with every request. It can do what the key allows, and never more than the member whose key it is.</p>
      {problem && <ProblemText problem={problem} />}
      {people && people.keys.length === 0 && <p className="settings-none">There are no keys yet: no program can get in.</p>}
      {people && people.keys.length > 0 && <Keys people={people} />}
    </section>
  );
}

function Keys({ people: { keys, members } }: { people: People }) {
  return (
    <table className="settings-table" aria-label="API keys">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May</th>
          <th scope="col">Member</th>
          <th scope="col">Created</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} member={members.find(({ id }) => id === key.member)?.name ?? ''} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey, member }: { apiKey: ApiKey; member: string }) {
  const { name, permissions, createdAt } = apiKey;
  const when = useAgo(createdAt);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{inWords(permissions)}</td>
      <td>{member}</td>
      <td>{when}</td>
      <td>
        <MenuButton label={`More for ${name}`} entries={entriesFor(apiKey)} />
      </td>
    </tr>
  );
}

function entriesFor(key: ApiKey) {
  return [
    { id: 'change', label: 'Change…', run: () => showDialog((close) => <ChangeKey before={key} close={close} />) },
    null,
    {
      id: 'revoke',
      label: 'Revoke…',
      isDanger: true,
      run: () =>
        confirm({
          title: `Revoke “${key.name}”?`,
          does: 'Revoke',
          says: <p>From now on the programs that use this key are refused. It cannot be given back: they would need a new one.</p>,
          run: () => ask('key.revoke', { id: key.id }),
        }),
    },
  ];
}
