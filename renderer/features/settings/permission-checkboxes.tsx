/** Labels of permissions, and the checkboxes that select them. */

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

/** [Authentication 4] The labels come from service.md. */
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
    delete: t('common.delete'),
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
  const toggle = (permission: P, isIncluded: boolean) =>
    onChange(options.map(({ id }) => id).filter((id) => (id === permission ? isIncluded : value.includes(id))));
  return (
    <fieldset className="permission-checkboxes">
      <legend className={isLegendHidden ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {options.map(({ id, label }) => (
        <Checkbox key={id} isSelected={value.includes(id)} onChange={(isIncluded) => toggle(id, isIncluded)}>
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** `Read and write`, `View, edit`, `Nothing`. */
export function permissionsLabel(permissions: readonly string[]): string {
  const labels = permissions.map((permission) => findText(`settings.rights.${permission}`) ?? permission);
  if (labels.length === 0) return t('settings.nothing');
  const text = t('common.listed', { names: labels });
  return text.charAt(0).toUpperCase() + text.slice(1);
}
