/** The members of the workspace and their permissions, which limit those of their API keys. */
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadProjects, projectListStore } from '../../state/project-list-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FormDialog, showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { memberLabel } from './default-names.ts';
import { PermissionCheckboxes, permissionsLabel, projectPermissionOptions, workspacePermissionOptions } from './permission-checkboxes.tsx';
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

type MemberFields = Omit<Member, 'id' | 'workspaceId'>;
const defaultFields: MemberFields = { name: '', external: false, workspace: ['viewProjects'], projects: ['view'], only: {} };

/** Adds a member, or changes the name and the permissions of one. */
function MemberDialog({ before, close }: { before: Member | null; close: () => void }) {
  const [fields, setFields] = useState<MemberFields>(before ? { ...before, name: memberLabel(before) } : defaultFields);
  const { name, external, workspace, projects, only } = fields;
  const set = (changes: Partial<MemberFields>) => setFields((now) => ({ ...now, ...changes }));
  const save = async () => {
    const memberFields: MemberFields = {
      name: before && name === memberLabel(before) ? before.name : name.trim(),
      external,
      workspace: external ? [] : workspace,
      projects: external ? [] : projects,
      only,
    };
    await (before ? invoke('member.change', { id: before.id, fields: memberFields }) : invoke('member.add', memberFields));
  };
  return (
    <FormDialog
      title={before ? t('settings.members.changeTitle') : t('settings.members.new')}
      submitLabel={before ? t('common.save') : t('common.add')}
      isReady={name.trim() !== ''}
      run={save}
      onClose={close}
      width={520}
    >
      <TextField label={t('common.name')} value={name} onChange={(value) => set({ name: value })} maxLength={255} autoFocus selectsAll />
      <Checkbox isSelected={external} onChange={(isExternal) => set({ external: isExternal })}>
        {t('settings.members.externalLabel')}
      </Checkbox>
      {!external && (
        <>
          <PermissionCheckboxes
            legend={t('settings.members.workspaceRights')}
            options={workspacePermissionOptions()}
            value={workspace}
            onChange={(value) => set({ workspace: value })}
          />
          <PermissionCheckboxes
            legend={t('settings.members.allProjectRights')}
            options={projectPermissionOptions()}
            value={projects}
            onChange={(value) => set({ projects: value })}
          />
        </>
      )}
      <ProjectPermissionsField
        legend={external ? t('settings.members.projectsLabel') : t('settings.members.exceptionsLabel')}
        value={only}
        onChange={(value) => set({ only: value })}
      />
    </FormDialog>
  );
}

type ProjectPermissionMap = Member['only'];

/** The permissions of a member for individual projects: one row per project, and a list to add another. */
function ProjectPermissionsField({
  legend,
  value,
  onChange,
}: {
  legend: string;
  value: ProjectPermissionMap;
  onChange: (value: ProjectPermissionMap) => void;
}) {
  const list = useStore(projectListStore, (state) => state.list) ?? [];
  const nameOf = (hash: string) => list.find((project) => project.hash === hash)?.name ?? hash;
  const others = list.filter(({ hash }) => !Object.hasOwn(value, hash));
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const removeProject = (hash: string) => {
    const { [hash]: _removed, ...rest } = value;
    onChange(rest);
    // The focused button is removed with its row, so the focus moves to the first button that remains.
    requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>('button')?.focus());
  };
  return (
    <fieldset ref={fieldset} className="project-permissions">
      <legend className="field-label">{legend}</legend>
      {Object.entries(value).map(([hash, rights]) => (
        <div key={hash} className="project-permissions-row">
          <span className="project-permissions-name" title={hash}>
            {nameOf(hash)}
          </span>
          <PermissionCheckboxes
            legend={nameOf(hash)}
            isLegendHidden
            options={projectPermissionOptions()}
            value={rights}
            onChange={(permissions) => onChange({ ...value, [hash]: permissions })}
          />
          <IconButton icon={X} label={t('settings.members.removeProject', { name: nameOf(hash) })} onPress={() => removeProject(hash)} />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          key={Object.keys(value).length}
          label={t('settings.members.addProject')}
          isLabelHidden
          placeholder={t('settings.members.addProjectEntry')}
          options={others.map(({ hash, name }) => ({ id: hash, label: name }))}
          value={null}
          onChange={(hash) => onChange({ ...value, [hash]: ['view'] })}
        />
      )}
    </fieldset>
  );
}
