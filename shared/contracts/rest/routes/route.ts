/** An endpoint as a row of data. Paths are below /api/v1 (and, as aliases, below /api). */
import type { z } from 'zod';
import type { KindName } from '../../../model/kinds/kinds.ts';
import type { RestExportFormat } from '../export-formats.ts';

/** What the member who made the key must be allowed ([Authentication 5]). */
export type RequiredPermission =
  | 'listProjects'
  | 'createProjects'
  | 'importProjects'
  | 'view'
  | 'edit'
  | 'delete'
  | { readonly export: RestExportFormat };

/** Parameters of paths, and of what kind the record is that each one names. */
export const pathParamKinds = {
  boardId: 'board',
  elementId: 'element',
  connectionId: 'connection',
  componentAttachmentId: 'componentAttachment',
  audioAttachmentId: 'audioAttachment',
  attributeId: 'attribute',
  noteId: 'note',
  jumperId: 'jumper',
  branchId: 'branch',
  conditionId: 'condition',
  variableId: 'variable',
  componentId: 'component',
  assetId: 'asset',
} as const satisfies Readonly<Record<string, KindName>>;
export type PathParam = keyof typeof pathParamKinds;

/** What a request comes to. `of` names the parameter that says which record; without it the row's own code finds it. */
export type RouteAction =
  | { readonly do: 'read' }
  | { readonly do: 'own' }
  | { readonly do: 'create'; readonly kind: KindName; readonly fields?: Readonly<Record<string, unknown>> }
  | { readonly do: 'change'; readonly param: PathParam; readonly fields?: Readonly<Record<string, unknown>> }
  | { readonly do: 'move'; readonly param: PathParam; readonly to?: 'parentId' | 'targetElementId'; readonly list?: 'outputs' }
  | { readonly do: 'remove'; readonly param: PathParam };

export interface Route {
  /** The operation's name, once in the table. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly permission: RequiredPermission;
  readonly action: RouteAction;
  readonly body?: z.ZodObject;
  /** A multipart stream instead of JSON. */
  readonly multipart?: true;
  /** Fields that may also be written by path-style keys ([Elements] path-style localized keys), and the forms they take. */
  readonly pathKeys?: { readonly fields: readonly string[]; readonly forms: 'all' | 'slashes' };
  readonly status: 200 | 201;
  /** `C` and `V` are the envelopes; else what is answered, in words. */
  readonly returns: string;
  /** Counts as an import or export too ([Limits 2]). */
  readonly countsAsTransfer?: true;
  readonly deprecated?: true;
  /** The heading of service.md. */
  readonly section: string;
}
