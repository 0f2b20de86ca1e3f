/** The permissions of a member for individual projects: one row per project, and a list to add another. */

import { X } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { Member } from '../../../shared/contracts/accounts.ts';
import { t } from '../../messages/translate.ts';
import { projectListStore } from '../../state/project-list-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { PermissionCheckboxes, projectPermissionOptions } from './permission-checkboxes.tsx';

type ProjectPermissionMap = Member['only'];

export function ProjectPermissionsField({
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
