/** Adds a member, or changes the name and the permissions of one. */

import { useState } from 'react';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { memberLabel } from './default-names.ts';
import { PermissionCheckboxes, projectPermissionOptions, workspacePermissionOptions } from './permission-checkboxes.tsx';
import { ProjectPermissionsField } from './project-permissions-field.tsx';

type MemberFields = Omit<Member, 'id' | 'workspaceId'>;
const defaultFields: MemberFields = { name: '', external: false, workspace: ['viewProjects'], projects: ['view'], only: {} };

export function MemberDialog({ before, close }: { before: Member | null; close: () => void }) {
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
