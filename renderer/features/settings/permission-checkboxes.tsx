/** Permissions in words, and the boxes to choose them by. */
import type { ProjectPermission, WorkspacePermission } from '../../../shared/contracts/accounts.ts';
import { type KeyPermission, keyPermissions, projectPermissions, workspacePermissions } from '../../../shared/contracts/accounts.ts';
import { commonMessages } from '../../messages/en/common.ts';
import { settingsMessages } from '../../messages/en/settings.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

interface PermissionOption<P extends string> {
  readonly id: P;
  readonly label: string;
}
const createOptions = <P extends string>(all: readonly P[], labels: Readonly<Record<P, string>>): readonly PermissionOption<P>[] =>
  all.map((id) => ({ id, label: labels[id] }));

/** [Authentication 4] the labels are service.md's. */
export const keyPermissionOptions = createOptions<KeyPermission>(keyPermissions, {
  'project:read': settingsMessages.readProjects,
  'project:write': settingsMessages.writeProjects,
});
export const workspacePermissionOptions = createOptions<WorkspacePermission>(workspacePermissions, {
  viewProjects: settingsMessages.viewTheListOf,
  createProjects: settingsMessages.createProjects,
  importProjects: settingsMessages.importProjects,
});
export const projectPermissionOptions = createOptions<ProjectPermission>(projectPermissions, {
  view: settingsMessages.view,
  edit: settingsMessages.edit,
  delete: commonMessages.remove,
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

const shortLabels: Readonly<Record<string, string>> = settingsMessages.rights;

/** `Read and write`, `View, edit`, `Nothing`. */
export function permissionsLabel(rights: readonly string[]): string {
  const words = rights.map((right) => shortLabels[right] ?? right);
  const text = words.length === 2 ? commonMessages.listed(words) : words.join(', ');
  return text === '' ? settingsMessages.nothing : text.charAt(0).toUpperCase() + text.slice(1);
}
