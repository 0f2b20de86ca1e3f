/** Permissions: workspaces, their members and API keys ([Authentication], [Limits]). */
import { z } from 'zod';
import { type KeyPermission, projectPermissions, workspacePermissions } from './permissions.ts';
import { restExportFormats } from './rest/export-formats.ts';

const projectPermissionsSchema = z.array(z.enum(projectPermissions));

/** A member acts in one workspace. An external member has no permissions on the workspace, only on the projects named. */
export const memberSchema = z.strictObject({
  id: z.int().min(1),
  workspaceId: z.string().min(1),
  name: z.string().min(1).max(255),
  external: z.boolean(),
  workspace: z.array(z.enum(workspacePermissions)),
  /** The permissions on every project of the workspace; none for an external member. */
  projects: projectPermissionsSchema,
  /** The permissions on single projects, by hash. They replace those on every project. */
  only: z.record(z.string(), projectPermissionsSchema),
});
export type Member = z.infer<typeof memberSchema>;

/** `seats` are the purchased ones, used or not; 0 is a trial ([Limits 1]). null: no limit. */
export const workspaceSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1).max(255),
  seats: z.int().min(0),
  /** Capacity in projects, and in items a project (G9). */
  projects: z.int().min(0).nullable(),
  items: z.int().min(0).nullable(),
  /** The maximum bytes of an asset file, and of all asset files of a project. */
  fileBytes: z.int().min(0).nullable(),
  projectBytes: z.int().min(0).nullable(),
  /** The maximum width and height of an uploaded image in pixels. */
  imagePixels: z.int().min(1),
  /** The export features that are enabled. */
  exports: z.array(z.enum(restExportFormats)),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** A key without its value, which is only shown when the key is created. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly KeyPermission[];
  readonly member: number;
  readonly createdAt: string;
}

/** The sender of a request. */
export interface ApiCaller {
  readonly apiKey: ApiKey;
  readonly member: Member;
  readonly workspace: Workspace;
}
