/** The members of the workspace and their permissions, which limit those of their API keys. */

import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadProjects } from '../../state/project-list-store.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { memberLabel } from './default-names.ts';
import { MemberDialog } from './member-dialog.tsx';
import { permissionsLabel } from './permission-checkboxes.tsx';
import { useSettings } from './settings-store.ts';

export function MembersSection() {
  const accounts = useSettings((state) => state.accounts);
  const problem = useSettings((state) => state.accountsProblem);
  useEffect(() => void loadProjects(), []);
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('settings.members.title')}</h3>
        <Button
          icon={Plus}
          variant="primary"
          onPress={() => showDialog((close) => <MemberDialog before={null} close={close} />, { outlivesProject: true })}
        >
          {t('settings.members.newEntry')}
        </Button>
      </div>
      <p>{t('settings.members.hint')}</p>
      {problem && <ProblemMessage problem={problem} />}
      {accounts && (
        <DataTable
          label={t('settings.members.title')}
          columns={[t('common.name'), t('settings.members.workspaceRights'), t('settings.members.projectsColumn')]}
        >
          {accounts.members.map((member) => (
            <tr key={member.id}>
              <th scope="row">{memberLabel(member)}</th>
              <td>{member.external ? t('settings.members.external') : permissionsLabel(member.workspace)}</td>
              <td>{projectPermissionsLabel(member)}</td>
              <td>
                <MenuButton
                  label={t('common.more', { name: memberLabel(member) })}
                  entries={memberMenuEntries(member, countKeys(member, accounts.keys))}
                />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

const countKeys = ({ id }: Member, keys: readonly { member: number }[]): number => keys.filter(({ member }) => member === id).length;

function projectPermissionsLabel({ external, projects, only }: Member): string {
  const count = Object.keys(only).length;
  if (external) return count === 0 ? t('settings.members.noneYet') : t('settings.members.onlyProjects', { count });
  return count === 0 ? permissionsLabel(projects) : t('settings.members.exceptionCount', { rights: permissionsLabel(projects), count });
}

function memberMenuEntries(member: Member, keys: number) {
  const { id } = member;
  return [
    {
      id: 'change',
      label: t('settings.change'),
      run: () => showDialog((close) => <MemberDialog before={member} close={close} />, { outlivesProject: true }),
    },
    null,
    {
      id: 'remove',
      label: t('settings.members.removeEntry'),
      isDanger: true,
      run: () =>
        showConfirmation({
          title: t('settings.members.removeTitle', { name: memberLabel(member) }),
          confirms: 'final',
          confirmLabel: t('common.remove'),
          message: <p>{keys === 0 ? t('settings.members.removeWithoutKeys') : t('settings.members.removeWithKeys', { count: keys })}</p>,
          run: () => invoke('member.remove', { id }),
        }),
    },
  ];
}
