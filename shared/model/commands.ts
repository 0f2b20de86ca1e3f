/** Everything anyone may ask of a project. The window, REST, the mirror, import and the command line all speak this. */
import { z } from 'zod';
import { type AnyRecord, type KindName, kinds, type RecordDraft, type RecordPatch } from './kinds/kinds.ts';
import { localeSchema } from './kinds/project.ts';

/** A zero-based position among the siblings, or `-` for the end ([Common conventions] index). Beyond the end means the end. */
export const listPositionSchema = z.union([z.int().min(0), z.literal('-')]);
export type ListPosition = z.infer<typeof listPositionSchema>;

/** What a localized field takes from outside: a string or null for the main language, or a map of some languages. */
export type LocalizedInput = string | null | Record<string, string | null | { text: string | null }>;
type LocalizedFields = 'title' | 'content' | 'label';
type FieldInput<F, K> = {
  [N in keyof F]: N extends LocalizedFields
    ? K extends 'note' | 'comment' | 'reply'
      ? F[N]
      : LocalizedInput
    : N extends 'name'
      ? K extends 'component'
        ? LocalizedInput
        : F[N]
      : F[N];
};

/** Without a parent in the tree it is the root. */
type WithOptionalParent<F> = 'parentId' extends keyof F ? Omit<F, 'parentId'> & Partial<Pick<F, 'parentId' & keyof F>> : F;
export type CreateFields<K extends KindName> = FieldInput<WithOptionalParent<RecordDraft<K>>, K>;
export type ChangeFields<K extends KindName> = FieldInput<RecordPatch<K>, K>;

const kindNameSchema = z.enum(Object.keys(kinds) as [KindName, ...KindName[]]);
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
  z.strictObject({ do: z.literal('addLocale'), locale: localeSchema, at: listPositionSchema.optional() }),
  z.strictObject({ do: z.literal('changeLocale'), iso: z.string(), name: z.string().min(1).optional(), base: z.string().optional() }),
  z.strictObject({ do: z.literal('removeLocale'), iso: z.string() }),
  z.strictObject({ do: z.literal('makeMainLocale'), iso: z.string() }),
]);

/** The shape of a command as it comes from another process; its fields are parsed by the kind when it is decided. */
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
 * Whole records as another place has them, and those that are gone there; `renamed` are records that go by another id from now on,
 * wherever they are referred to, in what can be undone too. For the mirror only: nobody outside can send it.
 */
export interface ReplaceRecordsCommand {
  readonly do: 'take';
  readonly renamedIds: readonly (readonly [from: string, to: string])[];
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
}
export type SingleCommand = CreateCommand | ChangeCommand | OtherCommand | ReplaceRecordsCommand;
/** A command; a batch is decided as a whole: all of it or nothing, one version, one step of undo. */
export type Command = SingleCommand | { do: 'batch'; commands: readonly SingleCommand[] };

/** Who sends a command: the API writes the API dialect of rich text (G21), only the window's commands can be undone. */
export type CommandOrigin = 'user' | 'api' | 'remote' | 'import';

/** [Version envelope] what a write answers, with the ids it made, in the order of the command. */
export interface CommandResult {
  readonly version: number;
  readonly newVersion: number;
  readonly versionTime: readonly [string, string] | null;
  readonly ids: readonly string[];
}
