/** The commands that change a project, used by the window, REST, sync, import and the command line. */
import { z } from 'zod';
import type { LocalizedText } from './kinds/field-schemas.ts';
import { localeSchema, zodFunctions } from './kinds/kind-schemas.ts';
import { type AnyRecord, type KindName, kindNames, type RecordDraft, type RecordPatch } from './kinds/kinds.ts';
import { commentAuthorSchemaFactory, localCommentsSchemaFactory, localCommentTextSchemaFactory } from './kinds/local-comment-schemas.ts';

/** A zero-based position among the siblings, or `-` for the end ([Common conventions] index). Beyond the end means the end. */
const listPositionSchema = z.union([z.int().min(0), z.literal('-')]);
export type ListPosition = z.infer<typeof listPositionSchema>;

/** The input of a localized field: a string or null for the main language, or a map of some languages. */
type LocalizedInput = string | null | Record<string, string | null | { text: string | null }>;
type FieldInput<F> = { [N in keyof F]: F[N] extends LocalizedText | undefined ? LocalizedInput : F[N] };

/** The parent in a tree may be omitted; it is then the root. */
type WithOptionalParent<F> = 'parentId' extends keyof F ? Omit<F, 'parentId'> & Partial<Pick<F, 'parentId' & keyof F>> : F;
type CreateFields<K extends KindName> = FieldInput<WithOptionalParent<RecordDraft<K>>>;
export type ChangeFields<K extends KindName> = FieldInput<RecordPatch<K>>;

const kindNameSchema = z.enum(kindNames);
const recordIdSchema = z.string().min(1).max(255);
const fieldsSchema = z.record(z.string(), z.unknown());

/** [Branches and conditions] the desired final state of a branch's conditions. */
export const conditionsInputSchema = z.strictObject({
  ifCondition: z.strictObject({ id: recordIdSchema.optional(), script: z.string().nullable().optional() }).optional(),
  elseIfConditions: z.array(z.strictObject({ id: recordIdSchema.optional(), script: z.string().nullable().optional() })).optional(),
  elseCondition: z.strictObject({ id: recordIdSchema.optional(), script: z.string().nullable().optional() }).nullable().optional(),
});
export type ConditionsInput = z.infer<typeof conditionsInputSchema>;

const singleCommandSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('create'),
    kind: kindNameSchema,
    id: z.uuid().optional(),
    fields: fieldsSchema,
    at: listPositionSchema.optional(),
    conditions: conditionsInputSchema.optional(),
  }),
  z.strictObject({ do: z.literal('change'), kind: kindNameSchema, id: recordIdSchema, fields: fieldsSchema }),
  /** `list: 'outputs'` moves a connection among its source's outputs; `to` is the new parent (null: the root). */
  z.strictObject({
    do: z.literal('move'),
    kind: kindNameSchema,
    id: recordIdSchema,
    to: recordIdSchema.nullable().optional(),
    at: listPositionSchema,
    list: z.literal('outputs').optional(),
  }),
  z.strictObject({ do: z.literal('remove'), kind: kindNameSchema, id: recordIdSchema }),
  z.strictObject({ do: z.literal('setConditions'), id: recordIdSchema, conditions: conditionsInputSchema }),
  z.strictObject({
    do: z.literal('addLocalComment'),
    kind: kindNameSchema,
    id: recordIdSchema,
    text: localCommentTextSchemaFactory(zodFunctions),
    author: commentAuthorSchemaFactory(zodFunctions).optional(),
  }),
  z.strictObject({
    do: z.literal('changeLocalComment'),
    kind: kindNameSchema,
    id: recordIdSchema,
    commentId: z.uuid(),
    text: localCommentTextSchemaFactory(zodFunctions).optional(),
    resolved: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal('removeLocalComment'), kind: kindNameSchema, id: recordIdSchema, commentId: z.uuid() }),
  /** Adds what records of all kinds have beside their fields, comments with their ids and times: for a record that is created again elsewhere. */
  z.strictObject({
    do: z.literal('putEnvelope'),
    kind: kindNameSchema,
    id: recordIdSchema,
    extra: fieldsSchema.optional(),
    translatedFrom: z.record(z.string(), z.string()).optional(),
    localComments: localCommentsSchemaFactory(zodFunctions).optional(),
  }),
  z.strictObject({ do: z.literal('addLocale'), locale: localeSchema, at: listPositionSchema.optional() }),
  z.strictObject({ do: z.literal('changeLocale'), iso: z.string(), name: z.string().min(1).optional(), base: z.string().optional() }),
  z.strictObject({ do: z.literal('removeLocale'), iso: z.string() }),
  z.strictObject({ do: z.literal('makeMainLocale'), iso: z.string() }),
]);

/** The shape of a command from another process. Its fields are validated by the kind when the command is decided. */
export const commandSchema = z.union([
  singleCommandSchema,
  z.strictObject({ do: z.literal('batch'), commands: z.array(singleCommandSchema).min(1).max(100_000) }),
]);

type CreateCommand = {
  [K in KindName]: { do: 'create'; kind: K; id?: string; fields: CreateFields<K>; at?: ListPosition; conditions?: ConditionsInput };
}[KindName];
type ChangeCommand = { [K in KindName]: { do: 'change'; kind: K; id: string; fields: ChangeFields<K> } }[KindName];
type OtherCommand = Exclude<z.infer<typeof singleCommandSchema>, { do: 'create' | 'change' }>;
/**
 * Replaces whole records by those of the remote or of a story folder and removes the records that it has removed. `renamedIds` are replaced everywhere, also
 * in the steps that can be undone, because undo may restore a record that was removed. Only sync and story folders create this command; no other process
 * can send it.
 */
export interface ReplaceRecordsCommand {
  readonly do: 'replaceRecords';
  readonly renamedIds: readonly (readonly [from: string, to: string])[];
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
  /** Present for a story folder, whose changes are a step that the user can undo. The label of the step contains the branch. */
  readonly folder?: { readonly branch: string | null; readonly changes: number; readonly hasComments: boolean };
}
export type SingleCommand = CreateCommand | ChangeCommand | OtherCommand | ReplaceRecordsCommand;
/** A command; a batch is decided as a whole: all of it or nothing, one version, one step of undo. */
export type Command = SingleCommand | { do: 'batch'; commands: readonly SingleCommand[] };

/** A change of fields that are known by their names only. The engine validates them by the kind, and throws a Problem `invalid` for others. */
export const changeCommand = (kind: KindName, id: string, fields: Readonly<Record<string, unknown>>): SingleCommand =>
  // The engine validates the fields, as those of a command from another process.
  ({ do: 'change', kind, id, fields }) as SingleCommand;

/** The source of a command. The API writes the API dialect of rich text (G21); only the user's commands can be undone. */
export type CommandOrigin = 'user' | 'api' | 'remote' | 'import';

/** [Version envelope] the result of a write, with the ids of the new records in the order of the command. */
export interface CommandResult {
  readonly version: number;
  readonly newVersion: number;
  readonly versionTime: readonly [string, string] | null;
  readonly ids: readonly string[];
}
