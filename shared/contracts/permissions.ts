/** What members and API keys may do ([Authentication]). Without schemas, so that the window can list the permissions. */

/** [Authentication 5] what a member may do in a workspace. */
export const workspacePermissions = ['viewProjects', 'createProjects', 'importProjects'] as const;
/** [Authentication 5] what a member may do with a project. */
export const projectPermissions = ['view', 'edit', 'delete'] as const;
export type WorkspacePermission = (typeof workspacePermissions)[number];
export type ProjectPermission = (typeof projectPermissions)[number];

/** [Authentication 4] the permissions that a key may have. */
export const keyPermissions = ['project:read', 'project:write'] as const;
export type KeyPermission = (typeof keyPermissions)[number];
