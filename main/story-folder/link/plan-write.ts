/** Plans what a project has to write into its story folder: the files whose content differs, and what both sides agree on once they are written. */

import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { listLocalComments } from '../../../shared/model/local-comments.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { withFieldFrom } from '../../sync/plan/field-paths.ts';
import { isFileKind } from '../file-kinds.ts';
import {
  allocateCommentNames,
  allocateFileNames,
  assetFilePathOf,
  commentKey,
  commentPathOf,
  type FileNames,
  fileLocalesOf,
  homeOf,
  parseFolderPath,
  recordsBeside,
  translationPathOf,
  withFormerNames,
} from '../folder-layout.ts';
import type { StrayPaths } from '../read-story-files.ts';
import { type FolderFile, type FolderText, writeStoryFiles } from '../write-story-files.ts';
import type { AgreedChanges, AgreedStory } from './agreed-story.ts';
import type { FileContent } from './folder-files.ts';
import { type LinkRow, loadedUnknown } from './link-row.ts';
import { changedAmong, type FolderPlan, storyForFolder } from './plan-folder.ts';

interface WriteContext {
  readonly row: Pick<LinkRow, 'hash' | 'settings' | 'unknown'>;
  readonly agreed: Pick<AgreedStory, 'base' | 'folder' | 'names'>;
  readonly plan: Pick<FolderPlan, 'merge' | 'rejectedIds'> | null;
  readonly fileStore: Pick<FileStore, 'find' | 'findPath'>;
  /** Files, or folders of files, with something that cannot be read or not be taken. They keep what their author wrote until it is corrected. */
  readonly faultyPaths: ReadonlySet<string>;
  /** Files with something of a record that belongs into another one. It is moved there, because writing this one would lose it. */
  readonly strayPaths: StrayPaths;
  /** Whether the project is synced with a workspace, from which other computers get its records, too. */
  readonly isSynced: boolean;
  /** Whether what both sides agree on is known to be valid as a whole: it was read and validated, or equals the project. */
  readonly isAgreedValid: boolean;
}

export interface WritePlan {
  /** The content of each file that may differ; null for one that is removed. By path. */
  readonly contents: ReadonlyMap<string, FileContent>;
  /** The texts among them. */
  readonly texts: ReadonlyMap<string, FolderText>;
  /** What both sides agree on afterwards. */
  readonly agreed: AgreedChanges;
  /** Whether what both sides agree on is then known to be valid as a whole. */
  readonly isAgreedValid: boolean;
  readonly blockedPaths: readonly string[];
  /** The records that are not written because a file with something of them is blocked. */
  readonly blockedIds: readonly string[];
}

/**
 * @param local the part of the project that the folder contains
 * @param touched the ids of the records that may differ from the folder; null for all
 */
export async function planWrite(local: Project, touched: ReadonlySet<string> | null, context: WriteContext): Promise<WritePlan> {
  const { plan, fileStore, faultyPaths, strayPaths } = context;
  const { hash, settings, unknown } = context.row;
  const { folder, base, names: knownNames } = context.agreed;
  const wanted = plan ? storyForFolder(local, folder, plan) : local;
  // Comments that are left out are those of others: what the folder has of them stays.
  const wantedRecord = (id: string): AnyRecord | undefined =>
    settings.comments ? wanted.get(id) : withLocalCommentsOf(wanted.get(id), folder.get(id));
  const candidates = touched ?? [...wanted.records(), ...folder.records()].map(({ id }) => id);
  const differing = [...new Set([...changedAmong(candidates, { get: wantedRecord }, folder), ...strayPaths.keys()])];
  const coversWholeStory = wanted === local && (touched === null || context.isAgreedValid);
  if (differing.length === 0) {
    const isAgreedValid = coversWholeStory || context.isAgreedValid;
    return { contents: new Map(), texts: new Map(), agreed: {}, isAgreedValid, blockedPaths: [], blockedIds: [] };
  }
  const names = namesFor(wanted, differing, context);
  const filesOf = (id: string): string[] => {
    const withComments = settings.comments || !wanted.has(id);
    const found = [...pathsOf(id, wanted, names, withComments), ...pathsOf(id, folder, knownNames, withComments)];
    return [...found, ...(strayPaths.get(id) ?? [])];
  };
  const pathsById = new Map(differing.map((id) => [id, filesOf(id)]));
  const paths = new Set([...pathsById.values()].flat());
  // Languages decide where the texts of every record are. Only the files of records are named, since others in these folders are none of Taleport's.
  const isLayoutChanged = !jsonEquals(wanted.projectRecord.locales, folder.find('project', projectRecordId)?.locales);
  const yielder = new CooperativeYielder();
  if (isLayoutChanged)
    for (const { id } of [...wanted.records(), ...folder.records()]) {
      for (const path of filesOf(id)) paths.add(path);
      await yielder.yieldIfNeeded();
    }
  const records = isLayoutChanged || strayPaths.size > 0 ? undefined : recordsBeside(differing, wanted, folder);
  const { files } = await yielder.runToEnd(
    writeStoryFiles(wanted, { names, unknown: loadedUnknown(unknown), withComments: settings.comments, paths, records }),
  );
  const contents = new Map<string, FileContent>();
  const texts = new Map<string, FolderText>();
  const blockedPaths: string[] = [];
  const isFaulty = (path: string): boolean =>
    path.split('/').some((_, depth, names) => faultyPaths.has(names.slice(0, depth + 1).join('/')));
  const keptPaths = withOtherPlaces(new Set([...paths].filter(isFaulty)), pathsById.values());
  for (const path of paths) {
    const file = files.get(path);
    const content = file ? contentOf(file) : null;
    if (content === undefined) continue;
    if (keptPaths.has(path)) {
      blockedPaths.push(path);
      continue;
    }
    contents.set(path, content);
    if (file && 'text' in file) texts.set(path, file);
  }
  const blockedIds = differing.filter((id) => pathsById.get(id)?.some((path) => keptPaths.has(path)));
  const blocked = new Set(blockedIds);
  const settled = differing.filter((id) => !blocked.has(id));
  const agreed = {
    folder: new Map(settled.map((id) => [id, wantedRecord(id) ?? null])),
    base: new Map(settled.map((id) => [id, agreedRecord(wantedRecord(id), base.get(id), plan)])),
    names: names === knownNames ? names : withFormerNames(names, knownNames),
    story: wanted,
  };
  return { contents, texts, agreed, isAgreedValid: coversWholeStory && blockedIds.length === 0, blockedPaths, blockedIds };

  /** Undefined for the file of an asset that is not stored here. */
  function contentOf(file: FolderFile): FileContent | undefined {
    if ('text' in file) return file;
    const stored = fileStore.find(hash, file.storedFile);
    const copyOf = fileStore.findPath(hash, file.storedFile);
    return stored && copyOf !== undefined ? { copyOf, fingerprint: { sha256: stored.sha256, size: stored.bytes } } : undefined;
  }
}

/** The same names as before unless one of these records is new, or has a new comment: an edit must not take longer in a longer story. */
function namesFor(
  wanted: Project,
  differing: readonly string[],
  { row: { settings }, agreed: { names }, isSynced }: WriteContext,
): FileNames {
  const keysOf = (record: AnyRecord) => listLocalComments(record).map(([id]) => commentKey(record.id, id));
  const isKnown = (record: AnyRecord): boolean =>
    (!isFileKind(record.kind) || names.has(record.id)) && (!settings.comments || keysOf(record).every((key) => names.has(key)));
  if (differing.every((id) => isKnown(wanted.get(id) ?? wanted.projectRecord))) return names;
  return new Map([
    // Only the first names of a folder are given by one computer alone.
    ...allocateFileNames(wanted, names, isSynced && names.size > 0 ? null : wanted.mainLocale),
    ...allocateCommentNames(settings.comments ? [...wanted.records()].flatMap(keysOf) : [], names),
  ]);
}

/** On what both sides agree when this record has been written: not on values in conflict. */
function agreedRecord(
  wanted: AnyRecord | undefined,
  base: AnyRecord | undefined,
  plan: Pick<FolderPlan, 'merge'> | null,
): AnyRecord | null {
  if (!wanted) return null;
  let agreed = wanted;
  for (const entry of plan?.merge.withheld ?? []) {
    if (!base || !entry.startsWith(`${wanted.id}#`) || entry.endsWith('#place')) continue;
    agreed = withFieldFrom(agreed, entry.slice(wanted.id.length + 1), base);
  }
  return agreed;
}

function withLocalCommentsOf(record: AnyRecord | undefined, other: AnyRecord | undefined): AnyRecord | undefined {
  if (!record || record.localComments === other?.localComments) return record;
  const { localComments: _own, ...rest } = record;
  // The property is optional in all kinds.
  return (other?.localComments === undefined ? rest : { ...rest, localComments: other.localComments }) as AnyRecord;
}

/**
 * With a file that is kept, the other files that contain the same of a record, now or before: it would be in both. What else is in those has to wait, too.
 * `files`: those of each record.
 */
function withOtherPlaces(kept: ReadonlySet<string>, files: Iterable<readonly string[]>): ReadonlySet<string> {
  const found = new Set(kept);
  const moves = Array.from(files, (paths) =>
    [...Map.groupBy(new Set(paths), contentOfPath).values()].filter(({ length }) => length > 1),
  ).flat();
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const places of moves) if (places.some((path) => found.has(path))) for (const path of places) found.add(path);
  }
  return found;
}

/** What a file contains of a record: the same for two files only if the record has moved from one to the other. */
function contentOfPath(path: string): string {
  const place = parseFolderPath(path);
  if (place?.type === 'translations') return `translations ${place.locale}`;
  return place?.type === 'records' || place?.type === 'shared' ? 'records' : path;
}

/** The files that contain something of a record. */
function pathsOf(id: string, story: Project, names: FileNames, withComments: boolean): string[] {
  const record = story.get(id);
  const home = record && homeOf(record, story, names);
  if (!home) return [];
  return [
    home.path,
    ...[...fileLocalesOf(story.projectRecord.locales)].map((locale) => translationPathOf(locale, home)),
    ...(record.kind === 'project' ? ['stylesheet.css'] : []),
    ...(record.kind === 'asset' && typeof record.file === 'string' ? [assetFilePathOf(home, record.file)] : []),
    ...(withComments ? listLocalComments(record) : []).flatMap(([comment]) => {
      const name = names.get(commentKey(record.id, comment));
      return name === undefined ? [] : [commentPathOf(name)];
    }),
  ];
}
