/** The members of the workspace, and what the keys of each may do at most. */
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { commonMessages } from '../../messages/en/common.ts';
import { settingsMessages } from '../../messages/en/settings.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadProjects } from '../../state/project-list-store.ts';
import { Button } from '../../ui/button.tsx';
import { showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { permissionsLabel } from './permission-checkboxes.tsx';
import { useSettings } from './settings-store.ts';

export function MembersSection() {
  const people = useSettings((state) => state.accounts);
  const problem = useSettings((state) => state.accountsProblem);
  useEffect(() => void loadProjects(), []);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{settingsMessages.members}</h3>
        <Button icon={Plus} look="primary" onPress={() => showDialog((close) => <MemberDialog before={null} close={close} />)}>
          {settingsMessages.newMember}
        </Button>
      </div>
      <p>{settingsMessages.aKeyActsAs}</p>
      {problem && <ProblemMessage problem={problem} />}
      {people && (
        <table className="settings-table" aria-label={settingsMessages.members}>
          <thead>
            <tr>
              <th scope="col">{commonMessages.name}</th>
              <th scope="col">{settingsMessages.inTheWorkspace}</th>
              <th scope="col">{settingsMessages.withProjects}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {people.members.map((member) => (
              <tr key={member.id}>
                <th scope="row">{member.name}</th>
                <td>{member.external ? settingsMessages.external : permissionsLabel(member.workspace)}</td>
                <td>{projectPermissionsLabel(member)}</td>
                <td>
                  <MenuButton
                    label={commonMessages.more(member.name)}
                    entries={memberMenuEntries(member, countKeys(member, people.keys))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const countKeys = ({ id }: Member, keys: readonly { member: number }[]): number => keys.filter(({ member }) => member === id).length;

function projectPermissionsLabel({ external, projects, only }: Member): string {
  const single = Object.keys(only).length;
  if (external) return single === 0 ? settingsMessages.noneYet : settingsMessages.only(single);
  return single === 0 ? permissionsLabel(projects) : settingsMessages.otherRightsOn(permissionsLabel(projects), single);
}

function memberMenuEntries(member: Member, keys: number) {
  const { id, name } = member;
  return [
    { id: 'change', label: settingsMessages.change, run: () => showDialog((close) => <MemberDialog before={member} close={close} />) },
    null,
    {
      id: 'remove',
      label: settingsMessages.remove,
      isDanger: true,
      run: () =>
        showConfirmation({
          title: settingsMessages.removeQuestion(name),
          confirmLabel: commonMessages.takeOut,
          message: <p>{keys === 0 ? settingsMessages.noKeyBelongsTo : settingsMessages.ofThisMemberWill(keys)}</p>,
          run: () => invoke('member.remove', { id }),
        }),
    },
  ];
}
