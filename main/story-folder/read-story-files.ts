/**
 * Reads the files of a story folder as the records of a story. What breaks a rule is reported with file and line; then the record keeps the value that it had
 * when it was last valid, nothing is removed because of it, and everything else is read.
 */

import { storyFileName } from '../../shared/contracts/project-file-name.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { equalLists } from '../../shared/lists.ts';
import { joinLines, type Message, message, verbatim } from '../../shared/messages/message.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import { type AnyRecord, getKind, isKindName, isOfKind, recordPath, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { mainLocaleOf, projectRecordId } from '../../shared/model/kinds/project.ts';
import { Project } from '../../shared/model/project.ts';
import { referencedIds } from '../../shared/model/references.ts';
import { Problem } from '../../shared/problem.ts';
import { compareCodeUnits } from '../../shared/text.ts';
import { draftNewProjectInSteps, isStillValidInSteps } from '../engine/decide/draft-new-project.ts';
import { type BlockContext, type BlockOwner, decodeRecordBlock, translationEntriesIn } from '../story-format/record-block.ts';
import { ranksByRole } from '../sync/plan/sibling-order.ts';
import { conflictKey, type FileKind, isFileKind } from './file-kinds.ts';
import {
  assetFilePathOf,
  commentKey,
  decodingContextKey,
  type FileNames,
  fileLocalesOf,
  folderFormat,
  homeOf,
  isInFolder,
  parseFolderPath,
  stylesheetPath,
  translationPathOf,
} from './folder-layout.ts';
import type { UnknownContent } from './write-story-files.ts';
import { parseYamlInSteps, YamlError, type YamlValue } from './yaml-file.ts';

interface FolderContent {
  /** By path, without the files that are the same as in the read before. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of all files, also of those that are no texts. */
  readonly paths: Iterable<string>;
  /** The paths of files and folders that could not be read, which is reported already. */
  readonly unreadable?: readonly string[];
}

/** What is wrong with a file, and where. */
export interface FolderProblem {
  readonly path: string;
  /** null for a file that as a whole cannot be read. */
  readonly line: number | null;
  readonly fault: Message;
}

/** By path and line: files are listed and read in no order. */
export const inFileOrder = (problems: readonly FolderProblem[]): readonly FolderProblem[] =>
  problems.toSorted((one, two) => compareCodeUnits(one.path, two.path) || (one.line ?? 0) - (two.line ?? 0));

/** A list of faults is as long as the files are wrong. */
const maxListedProblems = 100;

/** The Problem of a story that cannot be used as a whole. */
export function createFolderProblem(problems: readonly FolderProblem[]): Problem {
  const listed = problems.slice(0, maxListedProblems).map(describeFolderProblem);
  const more = problems.length - listed.length;
  const list = joinLines([...listed, ...(more > 0 ? [message('storyFolder.problem.more', { count: more })] : [])]);
  return new Problem('storyError', message('storyFolder.problem.faults', { list }));
}

/** As a sentence with the place. */
export const describeFolderProblem = ({ path, line, fault }: FolderProblem): Message =>
  line === null
    ? message('storyFolder.problem.ofFile', { path: verbatim(path), fault })
    : message('storyFolder.problem.ofLine', { path: verbatim(path), line: String(line), fault });

/**
 * The blocks of a file without a fault, and the records that were decoded from them, one for each. They are the same while the key of its context is, and what
 * the files of other languages contain of them.
 */
interface DecodedFile {
  /** As of `decodingContextKey`. */
  readonly contextKey: string;
  readonly blocks: readonly Block[];
  readonly records: readonly AnyRecord[];
  /** Those of each block. */
  readonly translations: readonly (readonly Block['content'][])[];
}

/** A file that is no text any more. */
export interface ParsedFile {
  readonly content: Block['content'];
  /** null if it has to be decoded, because it was not yet, or has faults or content to keep. */
  readonly decoded: DecodedFile | null;
}

/** By path, the files that are the same as when an earlier read or write left them. They are not parsed again. */
export type KnownFiles = ReadonlyMap<string, ParsedFile>;

export interface ReadStory {
  readonly project: Project;
  /** All files that could be parsed, for the next read. */
  readonly parsed: KnownFiles;
  readonly names: FileNames;
  readonly unknown: UnknownContent;
  /** The paths of the files of assets, by the id of the asset. */
  readonly assetFiles: ReadonlyMap<string, string>;
  /** Sorted by path and line. */
  readonly problems: readonly FolderProblem[];
  /** What is kept without being a part of the story, because it is about records that do not exist. Two people whose work git has merged may leave that. */
  readonly warnings: readonly FolderProblem[];
  /** Whether the story is valid as a whole. With a last good story that was not, what was wrong in that may still be. */
  readonly isValid: boolean;
  /** The files with blocks that were not taken, because something in them or around them is wrong: writing such a file would lose them. */
  readonly keptPaths: ReadonlySet<string>;
  /** The files with something of a record that belongs into another file, by the id of the record. */
  readonly strayPaths: StrayPaths;
}

/** By the id of the record. */
export type StrayPaths = ReadonlyMap<string, ReadonlySet<string>>;

/** The paths of the files of assets, by the names under which the story has them. Of several assets with the same file, the first counts. */
export function assetPathsByFile({ project, assetFiles }: Pick<ReadStory, 'project' | 'assetFiles'>): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [id, path] of assetFiles) {
    const file = project.find('asset', id)?.file;
    if (typeof file === 'string' && !paths.has(file)) paths.set(file, path);
  }
  return paths;
}

export interface ReadOptions {
  /** The story as it was when the folder was last read. */
  readonly lastGood?: Project | null;
  /** Whether that story is known to be valid as a whole, so that only what differs from it has to be validated. */
  readonly isLastGoodValid?: boolean;
  readonly known?: KnownFiles;
}

/**
 * Throws a Problem if the folder contains no story that can be read: `unsupported` for one of a newer format. Yields after each file and each record, so that
 * the caller can pause.
 */
export function* readStoryFiles(content: FolderContent, options: ReadOptions = {}): Generator<void, ReadStory> {
  const reader = new FolderReader(options);
  yield* reader.read(content);
  return yield* reader.finish();
}

/** A block of a file. */
interface Block {
  readonly id: string;
  readonly path: string;
  readonly content: YamlValue & { readonly value: JsonObject; readonly entries: ReadonlyMap<string, YamlValue> };
}

export const isMapping = (value: YamlValue): value is Block['content'] => value.entries !== null && isJsonObject(value.value);

/** What reading a file that was written from these records gives: the same objects. */
export function toDecodedFile(
  path: string,
  content: Block['content'],
  { contextKey, records }: { readonly contextKey: string; readonly records: readonly AnyRecord[] },
): DecodedFile | null {
  const blocks = Array.from(content.entries).flatMap(([id, each]) => (isMapping(each) ? [{ id, path, content: each }] : []));
  return blocks.length === records.length ? { contextKey, blocks, records, translations: blocks.map(() => []) } : null;
}

interface RecordFile {
  readonly kind: FileKind | null;
  readonly name: string;
  readonly board: string | undefined;
  readonly blocks: readonly Block[];
  readonly path: string;
}

interface DecodeOptions extends Omit<BlockContext, 'owners'> {
  /** By language and id. */
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, Block>>;
}

class FolderReader {
  readonly #lastGood: Project | null;
  readonly #isLastGoodValid: boolean;
  readonly #known: KnownFiles;
  readonly #parsed = new Map<string, ParsedFile>();
  readonly #problems: FolderProblem[] = [];
  readonly #warnings: FolderProblem[] = [];
  readonly #records = new Map<string, AnyRecord>();
  readonly #names = new Map<string, string>();
  /** By id. A block that is found twice is no record. */
  readonly #blocks = new Map<string, Block>();
  readonly #unknownBlocks = new Map<string, Map<string, JsonObject>>();
  readonly #unknownTranslations = new Map<string, Map<string, JsonObject>>();
  #unknownCount = 0;
  readonly #assetFiles = new Map<string, string>();
  /** The boards by the names of their folders. */
  readonly #boards = new Map<string, BlockOwner>();
  /** The records that could not be read, or not be taken. */
  readonly #invalidIds = new Set<string>();
  /** The records whose faults the last good story has, too. */
  readonly #inheritedIds = new Set<string>();
  /** By language and id. */
  readonly #translations = new Map<string, Map<string, Block>>();
  /** What the files that cannot be read would contain. While there are any, what is missing in the others may be in them, and is not removed. */
  readonly #unreadable = { records: false, comments: false, locales: new Set<string>() };

  constructor({ lastGood = null, isLastGoodValid = false, known = new Map() }: ReadOptions) {
    this.#lastGood = lastGood;
    this.#isLastGoodValid = isLastGoodValid;
    this.#known = known;
  }

  *read({ texts, paths, unreadable = [] }: FolderContent): Generator<void> {
    const allPaths = [...paths];
    const project = yield* this.#readProject(texts, [...allPaths, ...unreadable]);
    const mainLocale = mainLocaleOf(project.locales);
    const fileLocales = fileLocalesOf(project.locales);
    const files: RecordFile[] = [];
    const translations = this.#translations;
    const comments: (readonly [path: string, comment: Block['content']])[] = [];
    for (const path of [...new Set([...texts.keys(), ...this.#known.keys(), ...allPaths])].sort(compareCodeUnits)) {
      const place = parseFolderPath(path);
      if (!place || place.type === 'story' || place.type === 'stylesheet' || place.type === 'assetFile') continue;
      const parsed = yield* this.#parse(path, texts.get(path));
      if (!parsed) {
        this.#addUnreadable(path, fileLocales);
        if (place.type !== 'translations' && place.type !== 'comments') yield* this.#keepRecordsOf(place, texts.get(path) ?? '');
      } else if (place.type === 'comments') comments.push([path, parsed.content]);
      else if (place.type === 'translations')
        yield* this.#addTranslations(path, parsed.content, { locale: place.locale, fileLocales, translations });
      else {
        const blocks = parsed.decoded?.blocks ?? (yield* this.#blocksOf(path, parsed.content));
        for (const block of blocks) this.#addBlock(block);
        const { kind, name, board } = place.type === 'records' ? place : sharedFile;
        files.push({ kind, name, board, blocks, path });
      }
      yield;
    }
    for (const path of unreadable) this.#addUnreadable(path, fileLocales);
    if (this.#unreadable.locales.size > 0) yield* this.#keepMissingRecordsWithTexts();
    this.#findBoardsOf(files);
    yield* this.#decodeFiles(files, { mainLocale, fileLocales, translations });
    if (this.#unreadable.records) yield* this.#keepMissingRecords();
    for (const [locale, byId] of translations)
      for (const [id, { path, content }] of byId)
        if (!this.#blocks.has(id) && !this.#invalidIds.has(id) && !this.#records.has(id)) {
          this.#keepUnknown(this.#unknownBlocks, path, id, content.value);
          const fault = message('storyFolder.fault.translatedRecord', { id: verbatim(id), locale });
          this.#warnings.push({ path, line: content.line, fault });
        }
    this.#addComments(comments);
    if (this.#unreadable.comments) this.#keepMissingComments();
    this.#findAssetFiles(allPaths);
  }

  #report(path: string, line: number | null, fault: Message): void {
    this.#problems.push({ path, line, fault });
  }

  /** Without a text, the file could not be read, which is reported already. */
  *#parse(path: string, text: string | undefined): Generator<void, ParsedFile | undefined> {
    try {
      let parsed = this.#known.get(path);
      if (!parsed) {
        const content = text === undefined ? undefined : yield* parseYamlInSteps(text);
        if (!content || !isMapping(content)) return undefined;
        // As some programs leave a file while they write it.
        if (text?.trim() === '') throw new YamlError([{ line: 1, fault: message('storyFolder.fault.empty') }]);
        parsed = { content, decoded: null };
      }
      this.#parsed.set(path, parsed);
      return parsed;
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      for (const { line, fault } of error.faults) this.#report(path, line, fault);
      return undefined;
    }
  }

  *#readProject(texts: ReadonlyMap<string, string>, paths: readonly string[]): Generator<void, StoryRecord<'project'>> {
    const text = texts.get(storyFileName);
    if (text === undefined && !this.#known.has(storyFileName))
      throw new Problem('invalid', message('storyFolder.problem.noStory', { file: storyFileName }));
    const content = (yield* this.#parse(storyFileName, text))?.content;
    const format = content?.value.format;
    if (typeof format === 'number' && format > folderFormat)
      throw new Problem('unsupported', message('storyFolder.problem.newer', { format, supported: folderFormat }));
    const css = texts.get(stylesheetPath) ?? (paths.includes(stylesheetPath) ? this.#lastGood?.projectRecord.css : undefined);
    const read = content && this.#decodeProject(content, css);
    const record = read ?? this.#lastGood?.projectRecord;
    if (!record) {
      const { fault, line } = this.#problems.find(({ path }) => path === storyFileName) ?? { fault: message('fault.required'), line: 1 };
      throw new Problem('invalid', message('storyFolder.problem.storyFile', { file: storyFileName, line: line ?? 1, fault }));
    }
    this.#records.set(projectRecordId, record);
    return record;
  }

  #decodeProject({ value, entries, line }: Block['content'], css: string | undefined): StoryRecord<'project'> | undefined {
    const { format, id, roots, ...fields } = value;
    if (format !== folderFormat) {
      this.#report(storyFileName, entries.get('format')?.line ?? line, message('storyFolder.fault.format', { format: folderFormat }));
      return undefined;
    }
    const block = {
      kind: 'project',
      ...fields,
      ...(css !== undefined && { css: css.replaceAll('\r\n', '\n').replace(/\n$/, '') }),
      roots: { ...(isJsonObject(roots) && roots), board: id },
    };
    const context = { owners: [], mainLocale: '', fileLocales: new Set<string>() };
    const content = { value: block, entries, line };
    const found: Block = { id: projectRecordId, path: storyFileName, content };
    // The story as a whole is validated later; its faults have a place, too.
    this.#blocks.set(projectRecordId, found);
    const record = this.#decode(found, new Map(), context);
    return record && isOfKind(record, 'project') ? record : undefined;
  }

  *#blocksOf(path: string, { entries }: Block['content']): Generator<void, Block[]> {
    const blocks: Block[] = [];
    for (const [id, content] of entries) {
      yield;
      const block = this.#toBlock(path, id, content);
      if (!block) continue;
      const { kind } = block.content.value;
      if (typeof kind === 'string' && isKindName(kind) && isInFolder(kind)) blocks.push(block);
      else if (typeof kind === 'string' && kind !== '') this.#keepUnknown(this.#unknownBlocks, path, id, block.content.value);
      else {
        this.#invalidIds.add(id);
        this.#report(path, block.content.line, message('storyFolder.fault.noKind'));
      }
    }
    return blocks;
  }

  #addBlock(block: Block): void {
    const { id } = block;
    const other = this.#blocks.get(id);
    if (!other) {
      this.#blocks.set(id, block);
      return;
    }
    this.#invalidIds.add(id);
    for (const [each, { path: otherPath }] of [
      [other, block],
      [block, other],
    ] as const)
      this.#report(each.path, each.content.line, message('storyFolder.fault.idTwice', { id: verbatim(id), other: otherPath }));
  }

  #toBlock(path: string, id: string, content: YamlValue): Block | undefined {
    if (isMapping(content)) return { id, path, content };
    this.#invalidIds.add(id);
    this.#report(path, content.line, message('storyFolder.fault.noBlock'));
    return undefined;
  }

  #keepUnknown(map: Map<string, Map<string, JsonObject>>, key: string, id: string, fields: JsonObject): void {
    this.#unknownCount++;
    const byId = map.get(key) ?? new Map<string, JsonObject>();
    map.set(key, byId.set(id, { ...byId.get(id), ...fields }));
  }

  *#addTranslations(
    path: string,
    { entries, line }: Block['content'],
    found: {
      readonly locale: string;
      readonly fileLocales: ReadonlySet<string>;
      readonly translations: Map<string, Map<string, Block>>;
    },
  ): Generator<void> {
    const { locale, fileLocales, translations } = found;
    if (!fileLocales.has(locale)) {
      this.#report(path, line, message('storyFolder.fault.unknownLanguage', { locale: verbatim(locale) }));
      return;
    }
    const byId = translations.get(locale) ?? new Map<string, Block>();
    translations.set(locale, byId);
    for (const [id, content] of entries) {
      yield;
      const block = this.#toBlock(path, id, content);
      const other = byId.get(id);
      if (!block) continue;
      if (other) {
        this.#invalidIds.add(id);
        this.#report(path, content.line, message('storyFolder.fault.idTwice', { id: verbatim(id), other: other.path }));
      } else byId.set(id, block);
    }
  }

  #addUnreadable(path: string, fileLocales: ReadonlySet<string>): void {
    const [folder, locale] = path.split('/');
    if (folder === 'comments') this.#unreadable.comments = true;
    else if (folder === 'languages') for (const each of locale === undefined ? fileLocales : [locale]) this.#unreadable.locales.add(each);
    else if (!['assetFile', 'stylesheet'].includes(parseFolderPath(path)?.type ?? '')) this.#unreadable.records = true;
  }

  /** Only the ids are known of a file that cannot be read: what it contains keeps its last valid value, and what is in its folder keeps its board. */
  *#keepRecordsOf(place: NonNullable<ReturnType<typeof parseFolderPath>>, text: string): Generator<void> {
    let main: string | undefined;
    for (const [, id = ''] of text.matchAll(topLevelKey)) {
      main ??= id;
      this.#invalidIds.add(id);
      yield;
    }
    if (main === undefined || place.type !== 'records') return;
    const { kind, name } = place;
    this.#names.set(main, name);
    if (kind === 'board') this.#boards.set(name, { kind, id: main });
  }

  /** Elements whose board cannot be read stay on it: the files beside theirs were on it, too. */
  #findBoardsOf(files: readonly RecordFile[]): void {
    if (!this.#unreadable.records) return;
    const readable = new Set(files.flatMap(({ kind, board }) => (kind === 'board' ? [board] : [])));
    for (const { kind, board, blocks } of files) {
      if (kind !== 'element' || board === undefined || readable.has(board) || this.#boards.has(board)) continue;
      const id = blocks.map((block) => this.#lastGood?.find('element', block.id)?.boardId).find((each) => each !== undefined);
      if (id !== undefined) this.#boards.set(board, { kind: 'board', id });
    }
  }

  *#keepMissingRecords(): Generator<void> {
    for (const record of this.#lastGood?.records() ?? []) {
      if (!this.#records.has(record.id)) this.#records.set(record.id, record);
      yield;
    }
  }

  /** A record without a block stays as it was while a file may contain texts of it that cannot be read. */
  *#keepMissingRecordsWithTexts(): Generator<void> {
    for (const record of this.#lastGood?.records() ?? []) {
      if (!this.#blocks.has(record.id) && translationEntriesIn(record, this.#unreadable.locales).size > 0) this.#invalidIds.add(record.id);
      yield;
    }
  }

  /** The record with the last valid texts of the languages whose files cannot be read. What the other files contain of it counts. */
  #withLastTexts(record: AnyRecord, { fileLocales, translations }: DecodeOptions): AnyRecord {
    const last = this.#unreadable.locales.size > 0 ? this.#lastGood?.get(record.id) : undefined;
    if (last?.kind !== record.kind) return record;
    const locales = [...this.#unreadable.locales].filter((each) => fileLocales.has(each) && !translations.get(each)?.has(record.id));
    const kept = Array.from(translationEntriesIn(last, new Set(locales)), ([field, entries]) => {
      const own = record[field];
      return [field, { ...entries, ...(isJsonObject(own) && own) }] as const;
    });
    // The values are those of a valid record of the same kind.
    return kept.length === 0 ? record : ({ ...record, ...Object.fromEntries(kept) } as AnyRecord);
  }

  #keepMissingComments(): void {
    for (const { id, localComments } of this.#lastGood?.commentedRecords() ?? []) {
      const record = this.#records.get(id);
      // The same record with more comments.
      if (record) this.#records.set(id, { ...record, localComments: { ...localComments, ...record.localComments } } as AnyRecord);
    }
  }

  *#decodeFiles(files: readonly RecordFile[], options: DecodeOptions): Generator<void> {
    const mains = new Map(files.map((file) => [file, mainBlockOf(file)]));
    for (const [{ kind, name }, main] of mains) {
      if (!main || !kind) continue;
      this.#names.set(main.id, name);
      if (kind === 'board') this.#boards.set(name, { kind, id: main.id });
    }
    for (const [file, main] of mains) {
      yield* this.#decodeFile(file, main, options);
      yield;
    }
  }

  /** What was decoded from the same blocks in the same context, without a fault or anything to keep, is not decoded again. */
  *#decodeFile(
    { path, kind, board: boardName = '', blocks }: RecordFile,
    main: Block | undefined,
    options: DecodeOptions,
  ): Generator<void> {
    const board = kind === 'board' ? undefined : this.#boards.get(boardName);
    const outer = board ? [board] : [];
    const inner = main && kind ? [{ kind, id: main.id }, ...outer] : outer;
    const contextKey = decodingContextKey(board?.id ?? null, options);
    const { content, decoded } = this.#parsed.get(path) ?? {};
    const known = decoded?.contextKey === contextKey ? decoded : null;
    const [problems, unknown] = [this.#problems.length, this.#unknownCount];
    const records: AnyRecord[] = [];
    const translations: (readonly Block['content'][])[] = [];
    let isKnown = known !== null;
    for (const [at, block] of blocks.entries()) {
      if (this.#invalidIds.has(block.id)) continue;
      const inOtherFiles = translationsIn(options, block.id);
      const contents = inOtherFiles.size === 0 ? [] : Array.from(inOtherFiles.values(), (each) => each.content);
      let record = known && equalLists(known.translations[at] ?? [], contents) ? known.records[at] : undefined;
      if (!record) {
        isKnown = false;
        const read = this.#decode(block, inOtherFiles, { ...options, owners: block === main ? outer : inner });
        record = read && this.#sameAsLast(read);
        yield;
      }
      if (!record) continue;
      const complete = this.#withLastTexts(record, options);
      this.#records.set(record.id, complete === record ? record : this.#sameAsLast(complete));
      records.push(record);
      translations.push(contents);
    }
    const isComplete = records.length === content?.entries.size && this.#problems.length === problems && this.#unknownCount === unknown;
    if (content && !isKnown)
      this.#parsed.set(path, { content, decoded: isComplete ? { contextKey, blocks, records, translations } : null });
  }

  /** Comparisons and indexes take much less time where records are the same objects. */
  #sameAsLast(record: AnyRecord): AnyRecord {
    const last = this.#lastGood?.get(record.id);
    return last && jsonEquals(last, record) ? last : record;
  }

  #decode(block: Block, translations: ReadonlyMap<string, Block>, context: BlockContext): AnyRecord | undefined {
    const { id, path, content } = block;
    const prefix = pathOf(String(content.value.kind), id);
    const addInvalidValue = (at: string, fault: Message): void => {
      const [field = '', locale = ''] = at.startsWith(`${prefix}.`) ? at.slice(prefix.length + 1).split('.') : [];
      const translation = translations.get(locale);
      const inTranslation = translation?.content.entries.get(field);
      this.#invalidIds.add(id);
      if (translation && inTranslation) this.#report(translation.path, inTranslation.line, faultOf(field, fault));
      else this.#report(path, content.entries.get(field)?.line ?? content.line, faultOf(field, fault));
    };
    if ([block, ...translations.values()].filter((each) => this.#reportConflicts(each)).length > 0) {
      this.#invalidIds.add(id);
      return undefined;
    }
    const blocks = {
      block: content.value,
      translations: new Map(Array.from(translations, ([locale, each]) => [locale, each.content.value])),
    };
    return decodeRecordBlock(id, blocks, context, {
      addInvalidValue,
      addInvalidText: addInvalidValue,
      keepTranslation: (locale, field, value) => this.#keepUnknown(this.#unknownTranslations, locale, id, { [field]: value }),
    });
  }

  /** Whether a merge has left both values of a field, or a block that one side has removed. */
  #reportConflicts({ path, content }: Block): boolean {
    const conflicts = [...content.entries].filter(([name, { entries }]) => name === conflictKey || entries?.has(conflictKey));
    for (const [name, { line }] of conflicts)
      this.#report(
        path,
        line,
        name === conflictKey ? message('storyFolder.fault.removed') : faultOf(name, message('storyFolder.fault.conflict')),
      );
    return conflicts.length > 0;
  }

  #addComments(comments: readonly (readonly [path: string, comment: Block['content']])[]): void {
    for (const [path, { value, line }] of comments) {
      const { id, record: recordId, author, createdAt, updatedAt = null, resolved = false, text } = value;
      const record = this.#records.get(String(recordId));
      if (typeof id !== 'string' || !record) {
        const fault = message('storyFolder.fault.commentedRecord', { id: verbatim(String(recordId)) });
        if (typeof id !== 'string' || typeof recordId !== 'string') this.#report(path, line, fault);
        else if (!this.#blocks.has(recordId) && !this.#invalidIds.has(recordId)) this.#warnings.push({ path, line, fault });
        continue;
      }
      const place = parseFolderPath(path);
      if (place?.type === 'comments') this.#names.set(commentKey(record.id, id), place.name);
      // The engine validates local comments; it is asked in `finish`.
      const comment = { text, ...(author !== undefined && { author }), createdAt, updatedAt, resolved };
      const localComments = { ...record.localComments, [id]: comment };
      this.#records.set(record.id, { ...record, localComments } as AnyRecord);
    }
  }

  #findAssetFiles(paths: Iterable<string>): void {
    const found = new Set(paths);
    for (const record of this.#records.values()) {
      const home = record.kind === 'asset' ? homeOf(record, this.#records, this.#names) : undefined;
      // A file of the same name in another format, such as the one in which an artist works, is none of Taleport's.
      const path = home && typeof record.file === 'string' ? assetFilePathOf(home, record.file) : undefined;
      if (path !== undefined && found.has(path)) this.#assetFiles.set(record.id, path);
    }
  }

  /** Git merges two conditions that were added at the end of a branch without a conflict, in any order. */
  *#orderConditions(): Generator<void> {
    const byBranch = new Map<string, AnyRecord[]>();
    for (const record of this.#records.values()) {
      if (record.kind === 'condition') {
        const branch = String(record.branchId);
        byBranch.set(branch, [...(byBranch.get(branch) ?? []), record]);
      }
      yield;
    }
    for (const conditions of byBranch.values())
      for (const [id, rank] of ranksByRole(conditions)) {
        const record = this.#records.get(id);
        const ordered = record && this.#sameAsLast({ ...record, rank });
        if (ordered) this.#records.set(id, ordered);
      }
  }

  *finish(): Generator<void, ReadStory> {
    for (const id of this.#invalidIds) this.#restore(id);
    yield* this.#orderConditions();
    const project = (yield* this.#validateChanges()) ?? (yield* this.#validate());
    const places = yield* this.#findPlaces(project);
    return {
      project,
      isValid: this.#inheritedIds.size === 0,
      ...places,
      parsed: this.#parsed,
      names: this.#names,
      unknown: { blocks: this.#unknownBlocks, translations: this.#unknownTranslations },
      assetFiles: this.#assetFiles,
      problems: inFileOrder(this.#problems),
      warnings: inFileOrder(this.#warnings),
    };
  }

  /** Instead of what the files contain of it, or would, the last good value. */
  #restore(id: string): void {
    const record = this.#lastGood?.get(id);
    this.#invalidIds.add(id);
    if (record) this.#records.set(id, record);
    else this.#records.delete(id);
  }

  /** Which files contain what is not in the story as it is there, and what belongs elsewhere. */
  *#findPlaces(project: Project): Generator<void, Pick<ReadStory, 'keptPaths' | 'strayPaths'>> {
    const keptPaths = new Set<string>();
    const strayPaths = new Map<string, Set<string>>();
    for (const { id, path, locale } of this.#placedBlocks()) {
      yield;
      const record = project.get(id);
      if (!record || this.#invalidIds.has(id)) {
        keptPaths.add(path);
        continue;
      }
      const home = homeOf(record, project, this.#names);
      const isNameless = isFileKind(record.kind) && !this.#names.has(id);
      const isHome = home ? path === (locale === null ? home.path : translationPathOf(locale, home)) : !isNameless;
      if (!isHome) strayPaths.set(id, (strayPaths.get(id) ?? new Set()).add(path));
    }
    return { keptPaths, strayPaths };
  }

  *#placedBlocks(): Generator<{ readonly id: string; readonly path: string; readonly locale: string | null }> {
    for (const { id, path } of this.#blocks.values()) if (id !== projectRecordId) yield { id, path, locale: null };
    for (const [locale, byId] of this.#translations)
      for (const { id, path } of byId.values()) if (this.#blocks.has(id)) yield { id, path, locale };
  }

  /** The story, if it is certain that it is valid because the last one was; else it has to be validated as a whole. */
  *#validateChanges(): Generator<void, Project | undefined> {
    const last = this.#lastGood;
    if (!last || !this.#isLastGoodValid) return undefined;
    const project = yield* last.withRecordsInSteps(this.#records.values());
    return (yield* isStillValidInSteps(last, project)) ? project : undefined;
  }

  /**
   * Validates the records as those of an import. A record with faults gets its last good value, or is left out if it has none. Where it has that value already,
   * what is wrong is around it: the nearest records that differ from the last good story, new and missing ones too, get theirs. Each round reverts something,
   * or finds what was wrong before, so this ends; and nothing that the files contain is missing because of a fault elsewhere.
   */
  *#validate(): Generator<void, Project> {
    // A record that was not taken is reported with the fault in its file, and not with those of its last good value.
    const reported = new Set([...this.#invalidIds].filter((id) => id !== projectRecordId));
    for (;;) {
      const faults = yield* findFaults([...this.#records.values()]);
      const open = [...faults].filter(([id]) => !this.#inheritedIds.has(id));
      if (open.length === 0) return yield* newProjectInSteps(this.#records.values());
      const differing = yield* this.#findDiffering();
      for (const [id, found] of open) {
        const isAgain = reported.has(id);
        if (!isAgain) this.#reportFaults(id, found);
        reported.add(id);
        if (id === projectRecordId) yield* this.#replaceProject(found, { isAgain, differing });
        else yield* this.#revert(id, differing);
        yield;
      }
    }
  }

  /** The records that differ from the last good story, by their ids, by what they refer to, and by what must be unique. */
  *#findDiffering(): Generator<void, DifferingRecords> {
    const last = this.#lastGood;
    const found: DifferingRecords = { ids: new Set(), by: new Map() };
    for (const id of new Set([...this.#records.keys(), ...Array.from(last?.records() ?? [], (record) => record.id)])) {
      yield;
      const sides = [this.#records.get(id), last?.get(id)];
      if (id === projectRecordId || sides[0] === sides[1] || jsonEquals(sides[0], sides[1])) continue;
      found.ids.add(id);
      for (const key of new Set(sides.flatMap((record) => (record ? [...referencedIds(record), ...uniqueKeysOf(record)] : []))))
        found.by.set(key, [...(found.by.get(key) ?? []), id]);
    }
    return found;
  }

  *#revert(id: string, differing: DifferingRecords): Generator<void> {
    const near = differing.ids.has(id) ? [id] : yield* this.#findNear(id, differing);
    for (const each of near) this.#restore(each);
    if (near.length === 0) this.#inheritedIds.add(id);
  }

  /** What refers to a record or has the same name; else the nearest of what it refers to, directly or by others. */
  *#findNear(id: string, { ids, by }: DifferingRecords): Generator<void, readonly string[]> {
    const recordsOf = (each: string) => [this.#records.get(each), this.#lastGood?.get(each)].flatMap((record) => record ?? []);
    const targetsOf = (each: string) => recordsOf(each).flatMap(referencedIds);
    const keys = id === projectRecordId ? [] : [id, ...recordsOf(id).flatMap(uniqueKeysOf)];
    const beside = [...keys.flatMap((key) => by.get(key) ?? []), ...targetsOf(id).filter((target) => ids.has(target))];
    const seen = new Set([id]);
    let found = beside;
    for (let level = new Set(targetsOf(id)); found.length === 0 && level.size > 0; ) {
      found = [...level].filter((each) => ids.has(each));
      for (const each of level) seen.add(each);
      // Once each: what a record refers to, its last good value mostly does, too.
      level = new Set([...level].flatMap(targetsOf).filter((each) => !seen.has(each)));
      yield;
    }
    return [...new Set(found)];
  }

  /** Not for a record that refers to one that could not be read, because only that one is wrong. */
  #reportFaults(id: string, faults: readonly RecordFault[]): void {
    const block = this.#blocks.get(id);
    const record = this.#records.get(id);
    if (record && referencedIds(record).some((target) => this.#invalidIds.has(target) && !this.#records.has(target))) return;
    for (const { field, fault } of faults)
      if (block) this.#report(block.path, block.content.entries.get(field)?.line ?? block.content.line, faultOf(field, fault));
  }

  /**
   * There is no story without this record: its fields get their last good values, and then what it refers to. In a story that is new, what it refers to is left
   * out, such as a start that does not exist.
   */
  *#replaceProject(
    faults: readonly RecordFault[],
    { isAgain, differing }: { readonly isAgain: boolean; readonly differing: DifferingRecords },
  ): Generator<void> {
    const { defaults } = getKind('project');
    const record = this.#records.get(projectRecordId);
    const last: AnyRecord | undefined = this.#lastGood?.projectRecord;
    const isOptional = faults.every(({ field }) => field in defaults);
    if (record && last && isOptional) {
      const changed = faults.filter(({ field }) => !jsonEquals(record[field], last[field]));
      // The values are those of a valid record of the same kind.
      const restored = { ...record, ...Object.fromEntries(changed.map(({ field }) => [field, last[field]])) } as AnyRecord;
      if (changed.length > 0) this.#records.set(projectRecordId, restored);
      else yield* this.#revert(projectRecordId, differing);
      return;
    }
    const cleared = Object.fromEntries(faults.map(({ field }) => [field, defaults[field]]));
    const replacement = record && isOptional ? { ...record, ...cleared } : last;
    const [{ fault } = { fault: message('fault.invalidValue') }] = faults;
    if (!replacement || isAgain)
      throw new Problem('importIntegrity', message('storyFolder.problem.invalidStory', { fault: faultOf(faults[0]?.field ?? '', fault) }), {
        errors: Object.fromEntries(this.#problems.map(({ path, line, fault: each }) => [`${path}:${line ?? 1}`, each])),
      });
    this.#records.set(projectRecordId, replacement);
  }
}

interface DifferingRecords {
  readonly ids: Set<string>;
  readonly by: Map<string, readonly string[]>;
}

/** No id is the same. */
const uniqueKeysOf = (record: AnyRecord): string[] =>
  getKind(record.kind)
    .uniqueKeys(record)
    .map(({ key }) => `unique ${key}`);

function* newProjectInSteps(records: Iterable<AnyRecord>): Generator<void, Project> {
  const project = new Project();
  for (const record of records) {
    project.load([record]);
    yield;
  }
  return project;
}

/** A file whose blocks belong to no record that has a file of its own. */
const sharedFile = { kind: null, name: '', board: undefined };

/** What the files of other languages contain of a record, by language in the order of the project. */
function translationsIn({ fileLocales, translations }: DecodeOptions, id: string): ReadonlyMap<string, Block> {
  if (translations.size === 0) return noTranslations;
  const found = new Map<string, Block>();
  for (const locale of fileLocales) {
    const translation = translations.get(locale)?.get(id);
    if (translation) found.set(locale, translation);
  }
  return found;
}

const noTranslations: ReadonlyMap<string, Block> = new Map();

/** Sentences of faults begin in the middle: they follow the name of the field. */
const faultOf = (field: string, fault: Message): Message =>
  field === '' ? fault : message('problem.invalidField', { path: field, fault });

/** The keys of a text that is no valid YAML, as far as they are written as Taleport writes ids. */
const topLevelKey = /^"?([\w.-]+)"?:[ \t\r]*$/gm;

/** The record that a file is about: the first of its kind. */
function mainBlockOf({ kind, blocks }: RecordFile): Block | undefined {
  return kind ? blocks.find(({ content }) => content.value.kind === kind) : undefined;
}

const pathOf = (kind: string, id: string): string => (isKindName(kind) ? recordPath(kind, id) : kind);

interface RecordFault {
  readonly field: string;
  readonly fault: Message;
}

/** What is wrong with the records as a whole, by id. */
function* findFaults(records: readonly AnyRecord[]): Generator<void, ReadonlyMap<string, readonly RecordFault[]>> {
  try {
    yield* draftNewProjectInSteps(records);
    return new Map();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const idsByPath = new Map(records.map(({ kind, id }) => [recordPath(kind, id), id]));
    const found = new Map<string, RecordFault[]>();
    for (const { path, ...fault } of error.faults) {
      const steps = path.split('.');
      let length = steps.length;
      while (length > 0 && !idsByPath.has(steps.slice(0, length).join('.'))) length--;
      const id = idsByPath.get(steps.slice(0, length).join('.')) ?? projectRecordId;
      found.set(id, [...(found.get(id) ?? []), { field: steps[length] ?? '', fault }]);
    }
    return found;
  }
}
