/** The stored row of a link between a project and its story folder. */
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { folderStateNames, folderWaitReasons, storyFolderSettingsSchema } from '../../../shared/contracts/story-folders.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';
import type { UnknownContent } from '../write-story-files.ts';

const objectSchema = z.custom<JsonObject>(isJsonObject);
const nestedSchema = z.record(z.string(), z.record(z.string(), objectSchema));

/** How the last step has ended, for processes that make none. */
const linkStatusSchema = z.strictObject({
  state: z.enum(folderStateNames),
  reason: z.enum(folderWaitReasons).nullable(),
  sentence: messageSchema,
  branch: z.string().nullable(),
  waitingFiles: z.array(z.string()),
  moreWaitingFiles: z.number(),
  problems: z.array(z.strictObject({ path: z.string(), line: z.number().nullable(), message: messageSchema })),
});

export const linkRowSchema = z.strictObject({
  hash: z.string(),
  folder: z.string(),
  /** The path without links: the same for all names of one folder. */
  real: z.string(),
  settings: storyFolderSettingsSchema,
  /** ISO 8601. */
  lastRead: z.string().nullable(),
  lastWrite: z.string().nullable(),
  /** null before the first step, and in rows of versions that did not store it, or store another one. */
  lastStatus: linkStatusSchema.nullable().catch(null),
  /** Whether files have faults or were not taken, so that the folder is read again at the start. */
  hasProblems: z.boolean(),
  /** What other versions and tools have written into the files. */
  unknown: z.strictObject({ blocks: nestedSchema, translations: nestedSchema }),
});
export type LinkRow = z.infer<typeof linkRowSchema>;

export const linkKeyPrefix = 'link/';

export const defaultFolderSettings: LinkRow['settings'] = { on: true, comments: true, perforce: false };

export const newLinkRow = (hash: string, folder: string, real: string, settings: LinkRow['settings']): LinkRow => ({
  hash,
  folder,
  real,
  settings,
  lastRead: null,
  lastWrite: null,
  lastStatus: null,
  hasProblems: false,
  unknown: { blocks: {}, translations: {} },
});

/** Turns links off until the user turns them on: those of the projects that `isChosen` accepts. Must be called before they are opened. Returns them. */
export function pauseLinks(store: KeyValueStore, isChosen: (hash: string) => boolean): LinkRow[] {
  const links = store.list(linkKeyPrefix).flatMap(({ id, value }) => {
    const { data: row } = linkRowSchema.safeParse(value);
    return row?.settings.on && isChosen(row.hash) ? [{ id, value: { ...row, settings: { ...row.settings, on: false } } }] : [];
  });
  store.put(links);
  return links.map(({ value }) => value);
}

const toRecord = (map: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>): z.infer<typeof nestedSchema> =>
  Object.fromEntries(Array.from(map, ([key, inner]) => [key, Object.fromEntries(inner)]));
const toMap = (record: z.infer<typeof nestedSchema>): ReadonlyMap<string, ReadonlyMap<string, JsonObject>> =>
  new Map(Object.entries(record).map(([key, inner]) => [key, new Map(Object.entries(inner))]));

export const storedUnknown = ({ blocks, translations }: UnknownContent): LinkRow['unknown'] => ({
  blocks: toRecord(blocks),
  translations: toRecord(translations),
});
export const loadedUnknown = ({ blocks, translations }: LinkRow['unknown']): UnknownContent => ({
  blocks: toMap(blocks),
  translations: toMap(translations),
});
