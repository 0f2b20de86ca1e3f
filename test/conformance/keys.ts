/** Keys and members with fewer permissions than the owner; created once for each service. */
import {
  type KeyPermission,
  keyPermissions,
  type ProjectPermission,
  type WorkspacePermission,
  workspacePermissions,
} from '../../shared/contracts/permissions.ts';
import type { Client } from './client.ts';

interface Who {
  readonly key?: readonly KeyPermission[];
  readonly workspace?: readonly WorkspacePermission[];
  /** Permissions on every project of the workspace. */
  readonly projects?: readonly ProjectPermission[];
  readonly external?: boolean;
  /** Permissions on single projects, by hash. */
  readonly only?: Record<string, ProjectPermission[]>;
}

const made = new WeakMap<object, Map<string, Promise<string>>>();
let names = 0;

/** A client with a new key: of the owner, or of a new member if its rights are given. */
export async function clientWithRights(client: Client, who: Who): Promise<Client> {
  const known = made.get(client.service) ?? new Map<string, Promise<string>>();
  made.set(client.service, known);
  const name = JSON.stringify(who);
  const key = known.get(name) ?? newKey(client, who);
  known.set(name, key);
  return client.as(await key);
}

async function newKey({ service }: Client, { key = keyPermissions, ...rights }: Who): Promise<string> {
  const name = `someone ${++names}`;
  const ofMember = Object.keys(rights).length > 0;
  const member = ofMember
    ? await service.ask('member.add', {
        name,
        external: rights.external ?? false,
        workspace: rights.external ? [] : [...(rights.workspace ?? workspacePermissions)],
        projects: rights.external ? [] : [...(rights.projects ?? [])],
        only: rights.only ?? {},
      })
    : undefined;
  return (await service.ask('apiKey.create', { name, permissions: [...key], ...(member && { member: member.id }) })).key;
}

export const readOnlyClient = (client: Client): Promise<Client> => clientWithRights(client, { key: ['project:read'] });
export const writeOnlyClient = (client: Client): Promise<Client> => clientWithRights(client, { key: ['project:write'] });
/** A member who may view every project and edit none. */
export const viewerClient = (client: Client): Promise<Client> => clientWithRights(client, { projects: ['view'] });
/** A member without any permissions on projects. */
export const clientWithoutProjects = (client: Client): Promise<Client> => clientWithRights(client, { projects: [] });
