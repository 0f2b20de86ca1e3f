/** Permissions in words, and the boxes to choose them by. */
import type { ProjectPermission, WorkspacePermission } from '../../shared/people.ts';
import { type KeyPermission, keyPermissions, projectPermissions, workspacePermissions } from '../../shared/people.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';

interface Right<P extends string> {
  readonly id: P;
  readonly label: string;
}
const named = <P extends string>(all: readonly P[], labels: Readonly<Record<P, string>>): readonly Right<P>[] =>
  all.map((id) => ({ id, label: labels[id] }));

/** [Authentication 4] the labels are service.md's. */
export const keyRights = named<KeyPermission>(keyPermissions, {
  'project:read': settingsWords.readProjects,
  'project:write': settingsWords.writeProjects,
});
export const workspaceRights = named<WorkspacePermission>(workspacePermissions, {
  viewProjects: settingsWords.viewTheListOf,
  createProjects: settingsWords.createProjects,
  importProjects: settingsWords.importProjects,
});
export const projectRights = named<ProjectPermission>(projectPermissions, {
  view: settingsWords.view,
  edit: settingsWords.edit,
  delete: commonWords.remove,
});

export function Rights<P extends string>({
  legend,
  rights,
  value,
  onChange,
  isLegendHidden,
}: {
  legend: string;
  rights: readonly Right<P>[];
  value: readonly P[];
  onChange: (value: P[]) => void;
  isLegendHidden?: boolean;
}) {
  const flip = (right: P, isIn: boolean) => onChange(rights.map(({ id }) => id).filter((id) => (id === right ? isIn : value.includes(id))));
  return (
    <fieldset className="rights">
      <legend className={isLegendHidden ? 'unseen' : 'field-label'}>{legend}</legend>
      {rights.map(({ id, label }) => (
        <Checkbox key={id} isSelected={value.includes(id)} onChange={(isIn) => flip(id, isIn)}>
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

const short: Readonly<Record<string, string>> = settingsWords.rights;

/** `Read and write`, `View, edit`, `Nothing`. */
export function inWords(rights: readonly string[]): string {
  const words = rights.map((right) => short[right] ?? right);
  const text = words.length === 2 ? commonWords.listed(words) : words.join(', ');
  return text === '' ? settingsWords.nothing : text.charAt(0).toUpperCase() + text.slice(1);
}
