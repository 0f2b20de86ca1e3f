/** The members of the workspace, and what the keys of each may do at most. */
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { Member } from '../../shared/people.ts';
import { ask } from '../bridge.ts';
import { readProjects } from '../state/projects.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { MenuButton } from '../ui/menu.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';
import { MemberDialog } from './member-dialog.tsx';
import { inWords } from './rights.tsx';
import { useSettings } from './settings-state.ts';

export function MembersSection() {
  const people = useSettings((state) => state.people);
  const problem = useSettings((state) => state.peopleProblem);
  useEffect(() => void readProjects(), []);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{settingsWords.members}</h3>
        <Button icon={Plus} look="primary" onPress={() => showDialog((close) => <MemberDialog before={null} close={close} />)}>
          {settingsWords.newMember}
        </Button>
      </div>
      <p>{settingsWords.aKeyActsAs}</p>
      {problem && <ProblemText problem={problem} />}
      {people && (
        <table className="settings-table" aria-label={settingsWords.members}>
          <thead>
            <tr>
              <th scope="col">{commonWords.name}</th>
              <th scope="col">{settingsWords.inTheWorkspace}</th>
              <th scope="col">{settingsWords.withProjects}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {people.members.map((member) => (
              <tr key={member.id}>
                <th scope="row">{member.name}</th>
                <td>{member.external ? settingsWords.external : inWords(member.workspace)}</td>
                <td>{withProjects(member)}</td>
                <td>
                  <MenuButton label={commonWords.more(member.name)} entries={entriesFor(member, keysOf(member, people.keys))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const keysOf = ({ id }: Member, keys: readonly { member: number }[]): number => keys.filter(({ member }) => member === id).length;

function withProjects({ external, projects, only }: Member): string {
  const single = Object.keys(only).length;
  if (external) return single === 0 ? settingsWords.noneYet : settingsWords.only(single);
  return single === 0 ? inWords(projects) : settingsWords.otherRightsOn(inWords(projects), single);
}

function entriesFor(member: Member, keys: number) {
  const { id, name } = member;
  return [
    { id: 'change', label: settingsWords.change, run: () => showDialog((close) => <MemberDialog before={member} close={close} />) },
    null,
    {
      id: 'remove',
      label: settingsWords.remove,
      isDanger: true,
      run: () =>
        confirm({
          title: settingsWords.removeQuestion(name),
          does: commonWords.takeOut,
          says: <p>{keys === 0 ? settingsWords.noKeyBelongsTo : settingsWords.ofThisMemberWill(keys)}</p>,
          run: () => ask('member.remove', { id }),
        }),
    },
  ];
}
