/** Writes a story as the files of a story folder: a pure function of the project and of the names that the folder already has. */
import { storyFileName } from '../../shared/contracts/project-file-name.ts';
import type { JsonObject } from '../../shared/json.ts';
import { type AnyRecord, isOfKind, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { listLocalComments } from '../../shared/model/local-comments.ts';
import type { Project } from '../../shared/model/project.ts';
import { compareCodeUnits } from '../../shared/text.ts';
import { encodeRecordBlock, type RecordBlocks } from '../story-format/record-block.ts';
import {
  allocateCommentNames,
  allocateFileNames,
  assetFilePathOf,
  commentKey,
  commentPathOf,
  decodingContextKey,
  type FileNames,
  fileLocalesOf,
  folderFormat,
  homeOf,
  stylesheetPath,
  translationPathOf,
} from './folder-layout.ts';
import { formatYaml, formatYamlBlocks } from './yaml-file.ts';

/** What files of a folder contain that is no part of the story, because another version or a tool of the team has written it. */
export interface UnknownContent {
  /** Blocks of unknown kinds, by path and key. */
  readonly blocks: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;
  /** Unknown fields in the files of languages, by language and id of the record. */
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;
}

const noUnknownContent: UnknownContent = { blocks: new Map(), translations: new Map() };

interface FolderOptions {
  /** The names of the files that the folder has. */
  readonly names?: FileNames;
  readonly unknown?: UnknownContent;
  readonly withComments?: boolean;
  /** The files to write; by default all. */
  readonly paths?: ReadonlySet<string> | undefined;
  /** The records that these files contain, or more; by default all. All of them must have names. */
  readonly records?: Iterable<AnyRecord> | undefined;
}

/** A text, with the entries of the mapping that it contains; `story.yaml` is parsed in any case, and the stylesheet is none. */
export interface FolderText {
  readonly text: string;
  readonly entries?: readonly (readonly [key: string, value: unknown])[];
  readonly source?: FileSource | undefined;
}

/** The records that a file was written from, if nothing of them is in another file: reading it gives the same records. */
interface FileSource {
  /** As of `decodingContextKey`. */
  readonly contextKey: string;
  /** One for each entry. */
  readonly records: readonly AnyRecord[];
}

/** The content of a file: a text, or the file of the project's store with this name. */
export type FolderFile = FolderText | { readonly storedFile: string };

interface WrittenStory {
  readonly files: ReadonlyMap<string, FolderFile>;
  readonly names: FileNames;
}

/** Yields after each record and each file, so that the caller can pause; the project must not change meanwhile. */
export function* writeStoryFiles(
  project: Project,
  { names: known = new Map(), unknown = noUnknownContent, withComments = true, paths, records }: FolderOptions = {},
): Generator<void, WrittenStory> {
  const { projectRecord, mainLocale } = project;
  const names = records ? known : allocateFileNames(project, known, mainLocale);
  const candidates = records ? [...new Set(records)] : undefined;
  const fileLocales = fileLocalesOf(projectRecord.locales);
  const files = new Map<string, FolderFile>();
  const blocks = new BlocksByPath(unknown.blocks);
  const sources = new Map<string, { readonly contextKey: string; readonly records: Map<string, AnyRecord> }>();
  for (const record of candidates ?? project.records()) {
    const home = homeOf(record, project, names);
    if (!home) continue;
    const translationPaths = [...fileLocales].map((locale) => translationPathOf(locale, home));
    if (paths && ![home.path, ...translationPaths].some((path) => paths.has(path))) continue;
    const encoded = encodeRecordBlock(record, { owners: home.owners, mainLocale, fileLocales });
    if (isOfKind(record, 'project')) for (const [path, text] of projectFiles(record, encoded)) files.set(path, { text });
    else blocks.add(home.path, record.id, { block: encoded.block, isFirst: home.isMain });
    const translations = [...translationsOf(record.id, encoded, unknown)];
    for (const [locale, block] of translations) blocks.add(translationPathOf(locale, home), record.id, { block, isFirst: false });
    if (translations.length + listLocalComments(record).length === 0) {
      const source = sources.get(home.path) ?? {
        contextKey: decodingContextKey(home.boardId, { mainLocale, fileLocales }),
        records: new Map(),
      };
      sources.set(home.path, source);
      source.records.set(record.id, record);
    }
    if (isOfKind(record, 'asset') && record.file !== null) files.set(assetFilePathOf(home, record.file), { storedFile: record.file });
    yield;
  }
  for (const [path, ordered] of blocks.files()) {
    const source = sources.get(path);
    const written = ordered.flatMap(([id]) => source?.records.get(id) ?? []);
    const isComplete = source && written.length === ordered.length;
    files.set(path, {
      text: formatYamlBlocks(ordered),
      entries: ordered,
      source: isComplete ? { contextKey: source.contextKey, records: written } : undefined,
    });
    yield;
  }
  const comments = withComments ? commentsOf(candidates ?? project.records()) : new Map<string, JsonObject>();
  const commentNames = allocateCommentNames(comments.keys(), known);
  for (const [key, comment] of comments)
    files.set(commentPathOf(commentNames.get(key) ?? ''), { text: formatYaml(comment), entries: Object.entries(comment) });
  return {
    files: paths ? new Map([...files].filter(([path]) => paths.has(path))) : files,
    names: records ? known : new Map([...names, ...commentNames]),
  };
}

/** The blocks of each file: first that of the record that the file is about, then the others by their keys. */
class BlocksByPath {
  readonly #first = new Map<string, readonly [string, JsonObject]>();
  readonly #others: Map<string, Map<string, JsonObject>>;

  constructor(unknown: UnknownContent['blocks']) {
    this.#others = new Map(Array.from(unknown, ([path, blocks]) => [path, new Map(blocks)]));
  }

  add(path: string, key: string, { block, isFirst }: { readonly block: JsonObject; readonly isFirst: boolean }): void {
    const others = this.#others.get(path) ?? new Map<string, JsonObject>();
    this.#others.set(path, others);
    if (isFirst) this.#first.set(path, [key, block]);
    else others.set(key, block);
  }

  *files(): Generator<readonly [path: string, blocks: readonly (readonly [string, JsonObject])[]]> {
    for (const [path, others] of this.#others) {
      const first = this.#first.get(path);
      const sorted = [...others].sort(([one], [two]) => compareCodeUnits(one, two));
      yield [path, first ? [first, ...sorted] : sorted];
    }
  }
}

function* translationsOf(id: string, { translations }: RecordBlocks, unknown: UnknownContent): Generator<readonly [string, JsonObject]> {
  for (const [locale, block] of translations) yield [locale, { ...block, ...unknown.translations.get(locale)?.get(id) }];
  for (const [locale, byId] of unknown.translations) {
    const block = byId.get(id);
    if (block && !translations.has(locale)) yield [locale, block];
  }
}

/** The id of a story is that of its root board, which everyone who has the story has. */
function* projectFiles({ css, roots }: StoryRecord<'project'>, { block }: RecordBlocks): Generator<readonly [path: string, text: string]> {
  const { kind: _kind, css: _css, roots: _roots, ...fields } = block;
  const { board: id, ...otherRoots } = roots;
  const isFile = isTextFile(css);
  yield [storyFileName, formatYaml({ format: folderFormat, id, ...fields, roots: otherRoots, ...(!isFile && { css }) })];
  if (isFile && css !== '') yield [stylesheetPath, `${css}\n`];
}

/** Whether a text is the same after version control has converted its line ends and an editor has opened it. */
const isTextFile = (text: string): boolean => text.isWellFormed() && !/[\r\0]|^\ufeff/.test(text);

function commentsOf(records: Iterable<AnyRecord>): Map<string, JsonObject> {
  const comments = new Map<string, JsonObject>();
  for (const record of records)
    for (const [id, { text, author, createdAt, updatedAt, resolved }] of listLocalComments(record))
      comments.set(commentKey(record.id, id), {
        id,
        record: record.id,
        ...(author !== undefined && { author }),
        createdAt,
        ...(updatedAt !== null && { updatedAt }),
        ...(resolved && { resolved }),
        text,
      });
  return comments;
}
