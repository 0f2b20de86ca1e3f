/**
 * The rules of members: permissions have a fixed order, external members have none in the workspace, and one member always has all of them.
 */

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

/**
 * Returns the member with these fields changed, and each permission once. A member who becomes external loses those permissions in the
 * workspace that the change does not grant again.
 */
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

/** Whether the member may do everything in every project. */
export const hasAllPermissions = ({ external, workspace, projects, only }: Member): boolean =>
  !external &&
  workspacePermissions.every((each) => workspace.includes(each)) &&
  [projects, ...Object.values(only)].every((rights) => projectPermissions.every((each) => rights.includes(each)));

/**
 * Throws a 409 unless one of `after`, the members of the workspace after the change, has all permissions: without one, nobody could grant
 * permissions.
 */
export function assertOwnerRemains(after: readonly Member[], { id, name }: Member): void {
  if (after.some(hasAllPermissions)) return;
  throw conflictProblem('invalid_target', message('problem.accounts.lastOwner', { name }), {
    kind: 'member',
    id: String(id),
  });
}
