/** The rules of members: permissions in a fixed order, none in the workspace for external members, and always one member who has all of them. */

import { type Member, memberSchema } from '../../shared/contracts/accounts.ts';
import { projectPermissions, type WorkspacePermission, workspacePermissions } from '../../shared/contracts/permissions.ts';
import { message } from '../../shared/messages/message.ts';
import { conflictProblem } from '../../shared/problem.ts';
import { parseWithSchema } from './parse-with-schema.ts';

export type MemberFields = Omit<Member, 'id' | 'workspaceId'>;

/** A new member may view everything and change nothing. */
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

/** The member with these fields, each permission once. A member who becomes external loses the permissions in the workspace that are not given anew. */
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
    ...(named.name === '' && { name: message('fault.notEmpty') }),
    ...(named.external && named.workspace.length > 0 && { workspace: message('fault.member.externalWorkspace') }),
    ...(named.external && named.projects.length > 0 && { projects: message('fault.member.externalProjects') }),
  });
}

/** Such a member may do everything, in every project. */
export const hasAllPermissions = ({ external, workspace, projects, only }: Member): boolean =>
  !external &&
  workspacePermissions.every((each) => workspace.includes(each)) &&
  [projects, ...Object.values(only)].every((rights) => projectPermissions.every((each) => rights.includes(each)));

/** `after`: the members of the workspace after the change. Without an owner nobody could grant permissions any more. */
export function assertOwnerRemains(after: readonly Member[], { id, name }: Member): void {
  if (after.some(hasAllPermissions)) return;
  throw conflictProblem('invalid_target', message('problem.accounts.lastOwner', { name }), {
    kind: 'member',
    id: String(id),
  });
}
