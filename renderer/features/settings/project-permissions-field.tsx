/** What a member may do with single projects: one row each, and a list to add another from. */

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
  const place = useRef<HTMLFieldSetElement>(null);
  const takeOut = (hash: string) => {
    const { [hash]: _gone, ...rest } = value;
    onChange(rest);
    // The button goes with its row and would take the focus along.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('button')?.focus());
  };
  return (
    <fieldset ref={place} className="single-projects">
      <legend className="field-label">{legend}</legend>
      {Object.entries(value).map(([hash, rights]) => (
        <div key={hash} className="single-project">
          <span className="single-name" title={hash}>
            {nameOf(hash)}
          </span>
          <PermissionCheckboxes
            legend={nameOf(hash)}
            isLegendHidden
            options={projectPermissionOptions()}
            value={rights}
            onChange={(now) => onChange({ ...value, [hash]: now })}
          />
          <IconButton icon={X} label={t('settings.members.removeProject', { name: nameOf(hash) })} onPress={() => takeOut(hash)} />
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
