/** Names given by Taleport. They are beside accounts.ts, so that the window can compare names without loading its schemas. */

/** The member that a new workspace has. */
export const defaultOwnerName = 'Owner';
/** The name of this computer's workspace until it is changed. */
export const defaultWorkspaceName = 'My workspace';
