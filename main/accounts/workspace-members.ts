/** Workspaces and their members. */
import { type Member, type Workspace, workspaceSchema } from '../../shared/contracts/accounts.ts';
import { defaultOwnerName } from '../../shared/contracts/default-account-names.ts';
import type { Environment } from '../../shared/environment.ts';
import { accountRowIds, createDefaultWorkspace, localWorkspaceId } from './account-rows.ts';
import type { AccountStore, StoredAccountRow } from './account-store.ts';
import { applyMemberFields, assertOwnerRemains, defaultMemberFields, type MemberFields, ownerFields } from './member-rules.ts';
import { parseWithSchema } from './parse-with-schema.ts';

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
