/** The rules of members: lists in one order, nothing on the workspace for an external one, and always one who holds everything. */
import { type Member, memberSchema } from '../../shared/contracts/accounts.ts';
import { projectPermissions, type WorkspacePermission, workspacePermissions } from '../../shared/contracts/permissions.ts';
import { conflictProblem } from '../../shared/problem.ts';
import { parseWithSchema } from './parse-with-schema.ts';

export type MemberFields = Omit<Member, 'id' | 'workspaceId'>;

/** A new member can look at everything, and change nothing. */
export const defaultMemberFields = (name: string, external: boolean): MemberFields => ({
  name,
  external,
  workspace: external ? [] : ['viewProjects'],
  projects: external ? [] : ['view'],
  only: {},
});

export const ownerFields = (name: string): MemberFields => ({
  name,
  external: false,
  workspace: [...workspacePermissions],
  projects: [...projectPermissions],
  only: {},
});

/** The member with these fields, each permission once. Who becomes external and is given nothing on the workspace loses what they had there. */
export function applyMemberFields(before: Member, fields: Partial<MemberFields>): Member {
  const left = fields.external === true && !before.external ? { ...before, workspace: [], projects: [] } : before;
  const after = { ...left, ...fields };
  const inOrder = <P extends string>(all: readonly P[], chosen: readonly P[]) => all.filter((each) => chosen.includes(each));
  const named = {
    ...after,
    name: after.name.trim(),
    workspace: inOrder<WorkspacePermission>(workspacePermissions, after.workspace),
    projects: inOrder(projectPermissions, after.projects),
    only: Object.fromEntries(Object.entries(after.only).map(([hash, rights]) => [hash, inOrder(projectPermissions, rights)])),
  };
  return parseWithSchema(memberSchema, named, {
    ...(named.name === '' && { name: 'must not be empty' }),
    ...(named.external && named.workspace.length > 0 && { workspace: 'must be empty for an external member' }),
    ...(named.external &&
      named.projects.length > 0 && { projects: 'must be empty for an external member, who takes part in single projects' }),
  });
}

/** Such a one can do whatever can be done, to any project. */
export const hasAllPermissions = ({ external, workspace, projects, only }: Member): boolean =>
  !external &&
  workspacePermissions.every((each) => workspace.includes(each)) &&
  [projects, ...Object.values(only)].every((rights) => projectPermissions.every((each) => rights.includes(each)));

/** `after`: the members of the workspace as they would be. Without an owner nobody could act any more, or give rights back. */
export function assertOwnerRemains(after: readonly Member[], { id, name }: Member): void {
  if (after.some(hasAllPermissions)) return;
  throw conflictProblem('invalid_target', `${name} is the only member who may do everything. Give another member all rights first.`, {
    kind: 'member',
    id: String(id),
  });
}
