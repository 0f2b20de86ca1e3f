/** Permissions in words, and the boxes to choose them by. */

import type { ProjectPermission, WorkspacePermission } from '../../../shared/contracts/permissions.ts';
import { type KeyPermission, keyPermissions, projectPermissions, workspacePermissions } from '../../../shared/contracts/permissions.ts';
import { findText, t } from '../../messages/translate.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

interface PermissionOption<P extends string> {
  readonly id: P;
  readonly label: string;
}
const createOptions = <P extends string>(all: readonly P[], labels: Readonly<Record<P, string>>): readonly PermissionOption<P>[] =>
  all.map((id) => ({ id, label: labels[id] }));

/** [Authentication 4] the labels are service.md's. */
export const keyPermissionOptions = () =>
  createOptions<KeyPermission>(keyPermissions, {
    'project:read': t('settings.readProjects'),
    'project:write': t('settings.writeProjects'),
  });
export const workspacePermissionOptions = () =>
  createOptions<WorkspacePermission>(workspacePermissions, {
    viewProjects: t('settings.viewProjects'),
    createProjects: t('settings.createProjects'),
    importProjects: t('settings.importProjects'),
  });
export const projectPermissionOptions = () =>
  createOptions<ProjectPermission>(projectPermissions, {
    view: t('settings.view'),
    edit: t('settings.edit'),
    delete: t('common.remove'),
  });

export function PermissionCheckboxes<P extends string>({
  legend,
  options,
  value,
  onChange,
  isLegendHidden,
}: {
  legend: string;
  options: readonly PermissionOption<P>[];
  value: readonly P[];
  onChange: (value: P[]) => void;
  isLegendHidden?: boolean;
}) {
  const flip = (right: P, isIn: boolean) =>
    onChange(options.map(({ id }) => id).filter((id) => (id === right ? isIn : value.includes(id))));
  return (
    <fieldset className="rights">
      <legend className={isLegendHidden ? 'unseen' : 'field-label'}>{legend}</legend>
      {options.map(({ id, label }) => (
        <Checkbox key={id} isSelected={value.includes(id)} onChange={(isIn) => flip(id, isIn)}>
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** `Read and write`, `View, edit`, `Nothing`. */
export function permissionsLabel(rights: readonly string[]): string {
  const words = rights.map((right) => findText(`settings.rights.${right}`) ?? right);
  const text = words.length === 2 ? t('common.listed', { names: words }) : words.join(', ');
  return text === '' ? t('settings.nothing') : text.charAt(0).toUpperCase() + text.slice(1);
}
