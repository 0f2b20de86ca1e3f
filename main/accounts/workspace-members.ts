/** Workspaces and their members. */

import type { z } from 'zod';
import { type Member, memberSchema, type Workspace, workspaceSchema } from '../../shared/contracts/accounts.ts';
import { defaultOwnerName } from '../../shared/contracts/default-account-names.ts';
import { projectPermissions, type WorkspacePermission, workspacePermissions } from '../../shared/contracts/permissions.ts';
import { parseWithFaults } from '../../shared/contracts/schema-issues.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { conflictProblem, type FieldErrors, invalidInputProblem } from '../../shared/problem.ts';
import { type AccountStore, accountRowIds, createDefaultWorkspace, localWorkspaceId, type StoredAccountRow } from './account-store.ts';

type WorkspaceFields = Partial<Omit<Workspace, 'id'>>;
type PartialFields<T> = { [K in keyof T]?: T[K] | undefined };

export interface WorkspaceMembers {
  /** The workspace with this id, or that of this computer. Throws a 404. */
  workspace(id?: string): Workspace;
  /** All workspaces, that of this computer first. */
  workspaces(): Workspace[];
  /** Creates a workspace with a first member who has all permissions: without one, nobody could use the workspace. */
  createWorkspace(fields?: PartialFields<WorkspaceFields>): Workspace;
  updateWorkspace(id: string, fields: PartialFields<WorkspaceFields>): Workspace;
  members(workspaceId?: string): Member[];
  /** The name of this computer's owner; undefined until they have changed the one that Taleport gives. */
  ownerName(): string | undefined;
  addMember(fields: PartialFields<MemberFields> & { name: string; workspaceId?: string | undefined }): Member;
  /** Changes the given fields of a member. Throws a 409 if no member of the workspace would have all permissions after the change. */
  updateMember(id: number, fields: PartialFields<MemberFields>): Member;
  /** Removes a member and revokes the member's keys. */
  removeMember(id: number): void;
}

/** Creates the workspace of this computer if there is none. */
export function createWorkspaceMembers(store: AccountStore, environment: Environment): WorkspaceMembers {
  function nextMember(workspaceId: string, fields: MemberFields): { member: Member; put: StoredAccountRow[] } {
    const id = store.rows().lastMemberId + 1;
    const member = applyMemberFields({ id, workspaceId, ...fields }, {});
    return { member, put: [toMemberRow(member), { id: accountRowIds.lastMemberId, value: id }] };
  }

  function createWorkspace(id: string, fields: PartialFields<WorkspaceFields>): Workspace {
    const workspace = parseWithSchema(workspaceSchema, { ...createDefaultWorkspace(id), ...withoutUndefined(fields) });
    store.put([{ id: accountRowIds.workspace(id), value: workspace }, ...nextMember(id, ownerFields(defaultOwnerName)).put]);
    return workspace;
  }

  if (!store.rows().workspaces.has(localWorkspaceId)) createWorkspace(localWorkspaceId, {});

  return {
    workspace: (id = localWorkspaceId) => store.getWorkspace(id),
    workspaces: () =>
      [...store.rows().workspaces.values()].sort((one, two) => Number(two.id === localWorkspaceId) - Number(one.id === localWorkspaceId)),
    createWorkspace: (fields = {}) => createWorkspace(environment.newId(), fields),
    updateWorkspace(id, fields) {
      const workspace = parseWithSchema(workspaceSchema, { ...store.getWorkspace(id), ...withoutUndefined(fields), id });
      store.put([{ id: accountRowIds.workspace(id), value: workspace }]);
      return workspace;
    },
    members: (workspaceId = localWorkspaceId) => store.membersOf(workspaceId),
    ownerName() {
      const name = store.membersOf(localWorkspaceId).find(hasAllPermissions)?.name;
      return name === defaultOwnerName ? undefined : name;
    },
    addMember({ workspaceId = localWorkspaceId, ...fields }) {
      store.getWorkspace(workspaceId);
      const defaults = defaultMemberFields(fields.name, fields.external ?? false);
      const { member, put } = nextMember(workspaceId, { ...defaults, ...withoutUndefined(fields) });
      store.put(put);
      return member;
    },
    updateMember(id, fields) {
      const before = store.getMember(id);
      const member = applyMemberFields(before, withoutUndefined(fields));
      const members = store.membersOf(member.workspaceId).map((each) => (each.id === id ? member : each));
      assertOwnerRemains(members, before);
      store.put([toMemberRow(member)]);
      return member;
    },
    removeMember(id) {
      const before = store.getMember(id);
      const others = store.membersOf(before.workspaceId).filter((each) => each.id !== id);
      assertOwnerRemains(others, before);
      const keys = [...store.rows().keys.values()].filter(({ member }) => member === id);
      store.remove([accountRowIds.member(id), ...keys.map((key) => accountRowIds.key(key.id))]);
    },
  };
}

export const toMemberRow = (member: Member): StoredAccountRow => ({ id: accountRowIds.member(member.id), value: member });

/** Only the fields that have a value: an undefined one must not overwrite a stored value. */
const withoutUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // The filter removes just what the type excludes.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

type MemberFields = Omit<Member, 'id' | 'workspaceId'>;

/** A new member may view everything and change nothing. */
const defaultMemberFields = (name: string, external: boolean): MemberFields => ({
  name,
  external,
  workspace: external ? [] : ['viewProjects'],
  projects: external ? [] : ['view'],
  only: {},
});

const ownerFields = (name: string): MemberFields => ({
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
function applyMemberFields(before: Member, fields: Partial<MemberFields>): Member {
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
function assertOwnerRemains(after: readonly Member[], { id, name }: Member): void {
  if (after.some(hasAllPermissions)) return;
  throw conflictProblem('invalid_target', message('problem.accounts.lastOwner', { name }), {
    kind: 'member',
    id: String(id),
  });
}

function parseWithSchema<S extends z.ZodType>(schema: S, value: unknown, more: FieldErrors = {}): z.output<S> {
  const parsed = parseWithFaults(schema, value);
  const faults = { ...(parsed.success ? {} : Object.fromEntries(parsed.faults)), ...more };
  if (!parsed.success || Object.keys(faults).length > 0) throw invalidInputProblem(faults);
  return parsed.data;
}
