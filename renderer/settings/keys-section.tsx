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
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';
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
        <h3>{settingsWords.apiKeys}</h3>
        {people && (
          <Button icon={Plus} look="primary" onPress={() => showDialog((close) => <NewKey members={people.members} close={close} />)}>
            {settingsWords.newKey}
          </Button>
        )}
      </div>
      <p>{settingsWords.aProgramShowsIts}</p>
      {problem && <ProblemText problem={problem} />}
      {people && people.keys.length === 0 && <p className="settings-none">{settingsWords.thereAreNoKeys}</p>}
      {people && people.keys.length > 0 && <Keys people={people} />}
    </section>
  );
}

function Keys({ people: { keys, members } }: { people: People }) {
  return (
    <table className="settings-table" aria-label={settingsWords.apiKeys}>
      <thead>
        <tr>
          <th scope="col">{commonWords.name}</th>
          <th scope="col">{settingsWords.may}</th>
          <th scope="col">{settingsWords.member}</th>
          <th scope="col">{settingsWords.created}</th>
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
        <MenuButton label={commonWords.more(name)} entries={entriesFor(apiKey)} />
      </td>
    </tr>
  );
}

function entriesFor(key: ApiKey) {
  return [
    { id: 'change', label: settingsWords.change, run: () => showDialog((close) => <ChangeKey before={key} close={close} />) },
    null,
    {
      id: 'revoke',
      label: settingsWords.revokeEntry,
      isDanger: true,
      run: () =>
        confirm({
          title: settingsWords.revokeQuestion(key.name),
          does: settingsWords.revoke,
          says: <p>{settingsWords.fromNowOnThe}</p>,
          run: () => ask('key.revoke', { id: key.id }),
        }),
    },
  ];
}
