/** The members of the workspace, and what the keys of each may do at most. */
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { Member } from '../../shared/people.ts';
import { ask } from '../bridge.ts';
import { readProjects } from '../state/projects.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { many } from '../ui/many.ts';
import { MenuButton } from '../ui/menu.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
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
        <h3>Members</h3>
        <Button icon={Plus} look="primary" onPress={() => showDialog((close) => <MemberDialog before={null} close={close} />)}>
          New member
        </Button>
      </div>
      <p>A key acts as its member. Give a program a member of its own when it should not do everything that you may.</p>
      {problem && <ProblemText problem={problem} />}
      {people && (
        <table className="settings-table" aria-label="Members">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">In the workspace</th>
              <th scope="col">With projects</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {people.members.map((member) => (
              <tr key={member.id}>
                <th scope="row">{member.name}</th>
                <td>{member.external ? 'External' : inWords(member.workspace)}</td>
                <td>{withProjects(member)}</td>
                <td>
                  <MenuButton label={`More for ${member.name}`} entries={entriesFor(member, keysOf(member, people.keys))} />
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
  if (external) return single === 0 ? 'None yet' : `Only ${many(single, 'project')}`;
  return single === 0 ? inWords(projects) : `${inWords(projects)}; other rights on ${many(single, 'project')}`;
}

function entriesFor(member: Member, keys: number) {
  const { id, name } = member;
  return [
    { id: 'change', label: 'Change…', run: () => showDialog((close) => <MemberDialog before={member} close={close} />) },
    null,
    {
      id: 'remove',
      label: 'Remove…',
      isDanger: true,
      run: () =>
        confirm({
          title: `Remove “${name}”?`,
          does: 'Remove',
          says: (
            <p>
              {keys === 0 ? 'No key belongs to this member.' : `${many(keys, 'key')} of this member will be revoked.`} This cannot be
              undone.
            </p>
          ),
          run: () => ask('member.remove', { id }),
        }),
    },
  ];
}
