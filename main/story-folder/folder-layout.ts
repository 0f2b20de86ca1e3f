/**
 * Where a story folder stores what (docs/story-folder.md): the file of each record, and the names of files, which never change when a title does. Everything
 * follows from the kinds: four of them have files of their own, and every other record is in the file of its parent.
 */
import { storyFileName } from '../../shared/contracts/project-file-name.ts';
import { appendAll } from '../../shared/lists.ts';
import { type AnyRecord, allKinds, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import { type Locale, mainLocaleOf } from '../../shared/model/kinds/project.ts';
import { type Project, parentIdOf } from '../../shared/model/project.ts';
import { richTextToPlainText } from '../../shared/rich-text/plain-text.ts';
import { compareCodeUnits } from '../../shared/text.ts';
import { reservedNames } from '../platform/file-names.ts';
import { fingerprintOf } from '../platform/fingerprint.ts';
import type { BlockContext, BlockOwner } from '../story-format/record-block.ts';
import { type FileKind, fileKinds, isFileKind } from './file-kinds.ts';

export const folderFormat = 1;

export const stylesheetPath = 'stylesheet.css';
/** Staging and lock of Taleport. */
export const workFolder = '.taleport~';
/** The folders of their files. The file of a board is in a folder of its own, beside its elements. */
const fileFolders: Readonly<Record<Exclude<FileKind, 'element'>, string>> = { board: 'boards', component: 'components', asset: 'assets' };

/** Comments of a hosted workspace belong to it. */
export const isInFolder = (kind: KindName): boolean => !getKind(kind).isReadOnly;

/** The names of the files of records, by id: a slug and the beginning of the id. Also those of local comments. */
export type FileNames = ReadonlyMap<string, string>;

interface FolderRecords {
  get(id: string): AnyRecord | undefined;
  records(): Iterable<AnyRecord>;
}

/**
 * The names of all records with files: those that the folder already has, and new ones for the others. With `titleLocale`, they begin with the title in this
 * language; with null, with the kind, so that two computers choose the same name for a record that both get from elsewhere, whatever its title is by then.
 */
export function allocateFileNames(records: FolderRecords, known: FileNames, titleLocale: string | null): FileNames {
  const names = new Map<string, string>();
  const takenBy = new Map<KindName, Set<string>>(fileKinds.map((kind) => [kind, new Set()]));
  const waiting: AnyRecord[] = [];
  for (const record of records.records()) {
    const name = isFileKind(record.kind) ? known.get(record.id) : undefined;
    if (name !== undefined) {
      names.set(record.id, name);
      takenBy.get(record.kind)?.add(name.toLowerCase());
    } else if (isFileKind(record.kind)) waiting.push(record);
  }
  for (const record of waiting.sort((one, two) => compareCodeUnits(one.id, two.id)))
    names.set(
      record.id,
      allocate(
        { slug: titleLocale === null ? record.kind : slugOf(record, titleLocale), id: record.id, key: record.id },
        takenBy.get(record.kind) ?? new Set(),
      ),
    );
  return names;
}

/**
 * Also the names of records that are gone, unless others have them now: one that returns, because its deletion was undone here or elsewhere, gets the file that
 * it may still have in another clone.
 */
export function withFormerNames(names: FileNames, before: FileNames): FileNames {
  const taken = new Set([...names.values()].map((name) => name.toLowerCase()));
  const former = [...before].filter(([id, name]) => !names.has(id) && !taken.has(name.toLowerCase()));
  return former.length === 0 ? names : new Map([...former, ...names]);
}

/** Identifies a local comment among those of all records. */
export const commentKey = (recordId: string, commentId: string): string => `${recordId}/${commentId}`;

/** The names of the files of local comments, which have no title. */
export function allocateCommentNames(keys: Iterable<string>, known: FileNames): FileNames {
  const sorted = [...keys].sort(compareCodeUnits);
  const taken = new Set(sorted.flatMap((key) => known.get(key)?.toLowerCase() ?? []));
  return new Map(sorted.map((key) => [key, known.get(key) ?? allocate({ slug: '', id: key.slice(key.lastIndexOf('/') + 1), key }, taken)]));
}

/** `key` is what no other file of the kind has. */
function allocate({ slug, id, key }: { readonly slug: string; readonly id: string; readonly key: string }, taken: Set<string>): string {
  const digits = id.toLowerCase().replace(/[^a-z0-9]/g, '');
  const hash = fingerprintOf(Buffer.from(key)).sha256;
  const ends = [digits.slice(0, 8), digits.slice(0, 32), hash.slice(0, 8), hash.slice(0, 32)].filter((end) => end !== '');
  const candidates = ends.map((end) => (slug === '' ? end : `${slug}-${end}`));
  const free = candidates.find((name) => !taken.has(name) && !reservedNames.test(name)) ?? `${slug}-${hash.slice(0, 32)}`;
  taken.add(free);
  return free;
}

const maxSlugLength = 32;

/** ASCII letters, digits and hyphens from what the record is called. */
function slugOf(record: AnyRecord, mainLocale: string): string {
  const { title, name } = record;
  const text = title ?? name;
  const main = typeof text === 'string' ? text : textIn(text, mainLocale);
  const slug = richTextToPlainText(main)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '');
  return slug === '' ? record.kind : slug;
}

// A localized text has an entry for each language, which its schema has validated.
const textIn = (text: unknown, locale: string): string =>
  String((text as Record<string, { text: unknown }> | undefined)?.[locale]?.text ?? '');

/** Where a record is stored: its file, and the records that the place of its block names, the innermost first. */
interface RecordHome {
  readonly path: string;
  readonly owners: readonly BlockOwner[];
  /** Whether the file is about this record. */
  readonly isMain: boolean;
  /** The path of its texts below `languages/<iso>/`. */
  readonly translationPath: string;
  /** The board in whose folder the file of an element is; null for any other file. */
  readonly boardId: string | null;
}

/** What the records of a file depend on besides its text: equal texts with the same key are the same records. */
export const decodingContextKey = (boardId: string | null, { mainLocale, fileLocales }: Omit<BlockContext, 'owners'>): string =>
  JSON.stringify([boardId, mainLocale, ...fileLocales]);

/** Where the texts of a record in another language are. */
export const translationPathOf = (locale: string, { translationPath }: RecordHome): string => `languages/${locale}/${translationPath}`;

/** Where the file of an asset is. */
export const assetFilePathOf = ({ path }: RecordHome, file: string): string => path.replace(/\.yaml$/, assetExtension(file));

export const commentPathOf = (name: string): string => `comments/${name}.yaml`;

/** Undefined for a record that folders do not contain, or that has no parent. */
export function homeOf(record: AnyRecord, records: Pick<FolderRecords, 'get'>, names: FileNames): RecordHome | undefined {
  if (isFileKind(record.kind)) return homeOfMain(record, record.kind, names);
  if (record.kind === 'project') return { path: storyFileName, owners: [], isMain: true, translationPath: storyFileName, boardId: null };
  if (!isInFolder(record.kind)) return undefined;
  // A connection is on a board and starts at an element or a condition: the last list that contains it is that of its source.
  const by = getKind(record.kind).orders.at(-1)?.parentField ?? null;
  if (by === null) {
    const path = sharedPathOf(record.kind);
    return { path, owners: [], isMain: false, translationPath: path, boardId: null };
  }
  const parent = records.get(parentIdOf(record, by) ?? '');
  const home = parent && homeOf(parent, records, names);
  return home && { ...home, isMain: false, owners: home.isMain ? [parent, ...home.owners] : home.owners };
}

function homeOfMain(record: AnyRecord, kind: FileKind, names: FileNames): RecordHome | undefined {
  const name = names.get(record.id);
  if (name === undefined) return undefined;
  const home = (path: string, translationPath: string) => ({ path, translationPath, owners: [], isMain: true, boardId: null });
  if (kind === 'board') return home(`boards/${name}/board.yaml`, `boards/${name}.yaml`);
  if (kind !== 'element') return home(`${fileFolders[kind]}/${name}.yaml`, `${fileFolders[kind]}.yaml`);
  const boardId = String(record.boardId);
  const board = names.get(boardId);
  if (board === undefined) return undefined;
  return { ...home(`boards/${board}/${name}.yaml`, `boards/${board}.yaml`), owners: [{ kind: 'board', id: boardId }], boardId };
}

/** The lists of records that have no files of their own. */
const listsInFiles: readonly string[] = allKinds.flatMap(({ kind, orders }) =>
  isInFolder(kind) && !isFileKind(kind) ? (orders.at(-1)?.list ?? []) : [],
);
const elementsList = getKind('element').orders.at(-1)?.list ?? '';

type StoryLists = Pick<Project, 'get' | 'childIds' | 'projectRecord'>;

/**
 * The records of all files that contain something of these, or contained it, which are few however long the story is; undefined if they may be anywhere.
 * @param story the story that the files are to contain
 * @param before what they contain now
 */
export function recordsBeside(ids: readonly string[], story: StoryLists, before: StoryLists): AnyRecord[] | undefined {
  const found: AnyRecord[] = [];
  for (const id of ids)
    for (const from of [story, before]) {
      const record = from.get(id);
      const beside = record && recordsBesideOne(record, from, story);
      if (record && !beside) return undefined;
      appendAll(found, beside ?? []);
    }
  return found;
}

function recordsBesideOne(record: AnyRecord, from: StoryLists, to: StoryLists): Iterable<AnyRecord> | undefined {
  const isTranslated = fileLocalesOf(to.projectRecord.locales).size > 0;
  let main = record;
  while (!isFileKind(main.kind)) {
    const order = getKind(main.kind).orders.at(-1);
    if (!order) return main.kind === 'project' ? [to.projectRecord] : undefined;
    if (order.parentField === null) return isTranslated ? undefined : to.childIds(null, order.list).flatMap((id) => to.get(id) ?? []);
    const parent = from.get(parentIdOf(main, order.parentField) ?? '');
    if (!parent) return undefined;
    main = parent;
  }
  if (!isTranslated) return recordsInFile(main.id, to, { isWithElements: false });
  // The texts of another language have a file for each board.
  if (main.kind === 'element') return recordsInFile(String(main.boardId), to, { isWithElements: true });
  return main.kind === 'board' ? recordsInFile(main.id, to, { isWithElements: true }) : undefined;
}

function* recordsInFile(id: string, story: StoryLists, options: { readonly isWithElements: boolean }): Generator<AnyRecord> {
  const record = story.get(id);
  if (record) yield record;
  for (const list of options.isWithElements ? [...listsInFiles, elementsList] : listsInFiles)
    for (const child of story.childIds(id, list)) {
      const kind = story.get(child)?.kind;
      // Some lists of kinds with files have the same name.
      if (kind && (!isFileKind(kind) || (kind === 'element' && options.isWithElements))) yield* recordsInFile(child, story, options);
    }
}

const sharedPathOf = (kind: KindName): string => `${getKind(kind).plural}.yaml`;

/** What a path of a story folder is for; null for a file that is none of Taleport's. */
type FolderPath =
  | { readonly type: 'story' | 'stylesheet' | 'shared' | 'assetFile' }
  /** `board` is the name of the folder that contains the file of a board and its elements. */
  | { readonly type: 'records'; readonly kind: FileKind; readonly name: string; readonly board?: string }
  | { readonly type: 'translations'; readonly locale: string; readonly path: string }
  | { readonly type: 'comments'; readonly name: string };

export function parseFolderPath(path: string): FolderPath | null {
  const [folder = '', ...rest] = path.split('/');
  const [inner = '', last = ''] = rest;
  if (path === storyFileName) return { type: 'story' };
  if (path === stylesheetPath) return { type: 'stylesheet' };
  if (rest.length === 0) return sharedPaths.has(path) ? { type: 'shared' } : null;
  if (folder === 'languages') {
    const [locale = '', ...below] = rest;
    const isKnown = below.length === 2 ? below[0] === 'boards' : below.length === 1;
    return isKnown && path.endsWith(yaml) ? { type: 'translations', locale, path: below.join('/') } : null;
  }
  if (folder === 'boards' && rest.length === 2 && last.endsWith(yaml))
    return last === boardFile
      ? { type: 'records', kind: 'board', name: inner, board: inner }
      : { type: 'records', kind: 'element', name: baseName(last), board: inner };
  if (rest.length !== 1) return null;
  if (folder === 'assets' && !inner.endsWith(yaml)) return { type: 'assetFile' };
  if (!inner.endsWith(yaml)) return null;
  if (folder === 'comments') return { type: 'comments', name: baseName(inner) };
  if (folder === 'components') return { type: 'records', kind: 'component', name: baseName(inner) };
  return folder === 'assets' ? { type: 'records', kind: 'asset', name: baseName(inner) } : null;
}

/** Whether a path is that of a story file, or of a folder that may contain some. */
export const isStoryPath = (path: string): boolean =>
  parseFolderPath(path) !== null || /^(?:boards|components|assets|languages|comments)(?:\/|$)/.test(path);

const yaml = '.yaml';
const boardFile = `board${yaml}`;
const baseName = (file: string): string => file.slice(0, file.lastIndexOf('.') < 0 ? undefined : file.lastIndexOf('.'));

const sharedPaths: ReadonlySet<string> = new Set(
  allKinds
    .filter(({ kind, orders }) => isInFolder(kind) && orders.length > 0 && orders.at(-1)?.parentField === null)
    .map(({ kind }) => sharedPathOf(kind)),
);

/** The extension of the file of an asset, with its dot; empty if the asset has no file. */
const assetExtension = (file: unknown): string => (typeof file === 'string' ? (/\.[A-Za-z0-9]{1,8}$/.exec(file)?.[0] ?? '') : '');

/** More would make paths longer than the systems of all team members accept. */
const maxLocaleLength = 32;

/**
 * The languages with files of their own, in the order of the project: all but the main one, and those whose folder could not exist on every system beside
 * the others.
 */
export function fileLocalesOf(locales: readonly Locale[]): ReadonlySet<string> {
  const main = mainLocaleOf(locales);
  const taken = new Set<string>();
  return new Set(
    locales
      .map(({ iso }) => iso)
      .filter((iso) => {
        const folder = iso.toLowerCase();
        if (iso === main || iso.length > maxLocaleLength || taken.has(folder) || reservedNames.test(iso)) return false;
        taken.add(folder);
        return true;
      }),
  );
}
