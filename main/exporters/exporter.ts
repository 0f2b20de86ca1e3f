/**
 * The contract of an exporter: everything about one export format or engine, in one folder beside this file. Targets, the window, the
 * command line and the REST service only use exporters through it; registry.ts lists them.
 */

import { basename } from 'node:path';
import type { TextChunk } from '../../shared/contracts/export-file.ts';
import type { ExporterId, LanguageFiles } from '../../shared/contracts/exporters.ts';
import type { Message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import type { Disk } from '../platform/disk.ts';
import type { AssetLayout } from './asset-files.ts';
import type { ImporterError, RecordCheck } from './checks/check-context.ts';
import type { EditorIntegration, IntegrationReceipt } from './editor-integration.ts';
import type { EnginePlugin } from './plugin-version.ts';

/** Fields of items on boards that say how they are drawn, as an earlier export has them. */
export interface KeptLayout {
  /** Different for each layout. */
  readonly key: string;
  /** The layout fields that items have in the earlier export, by id. */
  readonly entries: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** The options of an export in any format. */
export interface SerializeOptions {
  /** How the format is wrapped: as a file of a game project, or as an HTTP response. */
  readonly destination: 'file' | 'http';
  /** By default, the main language. */
  readonly locale?: string | undefined;
  /** Exports all languages; overrides `locale`. */
  readonly allLocales?: boolean | undefined;
  /** With `allLocales`, limits the export to these and the main one. */
  readonly onlyLocales?: readonly string[];
  readonly fallbackContents?: boolean | undefined;
  /** Limits the export to these boards; a folder selects everything in it. Without it, all boards. */
  readonly boardIds?: readonly string[] | undefined;
  /** Writes a file of a game project without white space, in formats that have such a form. */
  readonly compact?: boolean | undefined;
  /** [Exports] includes the names of stored files (the deprecated request header), if the format supports that. */
  readonly storedNames?: boolean;
  /** Names of asset files that differ from those in the story, by asset id. */
  readonly assetNames?: ReadonlyMap<string, string>;
  /** Writes lists of assets in attributes as empty ones, for an importer that stops at any other. */
  readonly emptiesAssetLists?: boolean | undefined;
  /** The paths of asset files that are written with the story, by asset id, relative to the root of the game project, with `/`. */
  readonly assetPaths?: ReadonlyMap<string, string>;
  /**
   * Equal for all exports of a project, and different for each project. Ids cannot distinguish projects, because an import keeps those of
   * its file.
   */
  readonly projectKey?: string;
  /**
   * The translators for the story's languages, by locale, for exporters with `containsOwnTexts`. English is used for a language without
   * one.
   */
  readonly translators?: ReadonlyMap<string, Translator>;
  /** The layout of items on boards as an earlier export has it, in place of that of the story. */
  readonly keptLayout?: KeptLayout | null;
  /** Returns the path of a stored file, for formats that embed files. Only set for an export that is a single file. */
  readonly locateStoredFile?: (file: string) => string | undefined;
}

/** Query parameters of the REST interface that differ between formats. */
export interface RestExport {
  readonly acceptsBoardIds: boolean;
  readonly acceptsFallbackContents: boolean;
  readonly acceptsStoredNames: boolean;
}

/** Files of other programs in the folder of the story that the importer would read instead of the exported one. */
export interface OtherStoryFiles {
  /** Whether the importer would treat a file at this path as the story, in the folder of the story or below it. */
  looksLikeStory(path: string): boolean;
  message(path: string): Message;
}

/** A kind of files in projects of an engine, and how such a file is recognized: by one of these. */
export interface EngineFileKind {
  readonly type: 'resource' | 'scene' | 'script' | 'settings' | 'metadata';
  /** Bytes at the beginning, in Latin-1. */
  readonly signatures?: readonly string[];
  /** Matches the beginning of a text, without white space at its start. */
  readonly text?: RegExp;
  /** Without the dot, for texts and files whose content says nothing. */
  readonly extensions?: readonly string[];
  /** Sets of keys of an object in JSON. */
  readonly jsonKeys?: readonly (readonly string[])[];
}

export interface Exporter {
  readonly id: ExporterId;
  /** The displayed name of the engine or format. */
  readonly label: string;
  /** The purpose of the format, if it is not clear from the label. */
  readonly description: Message | null;
  /** null if the export may be written into any folder. */
  readonly project: ProjectRecognizer | null;
  /** The story file is named `project` with this extension (with its dot), in this folder of the game project; `''` is its root. */
  readonly story: { readonly folder: string; readonly extension: string };
  readonly assets: AssetLayout;
  /** The assets whose files an export of these boards (all if there are none) needs; null if it needs all, because its story file lists them. */
  readonly usedAssets: ((project: Project, boardIds: readonly string[]) => ReadonlySet<string>) | null;
  /** The folders whose inner folders are removed with their last exported file. */
  readonly removesEmptyFoldersIn: readonly string[];
  readonly languageFiles: LanguageFiles;
  readonly protectedPaths: ProtectedPaths;
  /** Files of other programs that the importer would read instead of the exported one. */
  readonly otherStoryFiles: OtherStoryFiles | null;
  /**
   * The file as pieces of text, with undefined where the caller may yield. A piece that is the same object as in an earlier call is not
   * hashed again. With `new`, a piece whose text was dropped since an earlier call may be returned without its text. Throws a Problem
   * `invalid` with the field for an unknown language or board.
   */
  serialize(project: Project, options: SerializeOptions, chunkScope: 'all' | 'new'): Generator<TextChunk | undefined>;
  /**
   * Reads the records of a story file that is not JSON, for the comparison of two exports. Fields that the format lacks may be missing.
   * Throws a Problem if the text is not such a file.
   */
  readonly readRecords: ((text: string) => Promise<AnyRecord[]>) | null;
  /** Findings that are errors, because the importer throws on them; for all other exporters they are warnings. */
  readonly importerErrors: readonly ImporterError[];
  /** Additional checks of single records that only this exporter needs. */
  readonly recordChecks: readonly RecordCheck[];
  /** The plug-in that reads the exports in a game and runs their scripts; null if it is unknown. */
  readonly plugin: EnginePlugin | null;
  readonly integration: EditorIntegration | null;
  /** Whether a file contains texts of Taleport, such as the labels of controls. */
  readonly containsOwnTexts: boolean;
  /** Whether the story file has a line for each property, and can be written without white space instead. */
  readonly hasCompactForm: boolean;
  /** Files of the engine that people take for the exported story. */
  readonly engineFiles: readonly EngineFileKind[];
  /** Whether an exported file can be imported again without loss. */
  readonly isImportable: boolean;
  /** null if the REST service does not offer the format. */
  readonly rest: RestExport | null;
  /** The smallest project that the engine can open, as texts by path: an example for writers who have no game yet. */
  readonly exampleProject: Readonly<Record<string, string>> | null;
}

type RequiredFacet = 'id' | 'label' | 'story' | 'serialize';
/** The definition of an exporter. All facets but the required ones have defaults. */
type ExporterDefinition<R extends IntegrationReceipt> = Pick<Exporter, RequiredFacet> &
  Partial<Omit<Exporter, RequiredFacet | 'integration'>> & { readonly integration?: EditorIntegration<R> | null };

export function defineExporter<R extends IntegrationReceipt = IntegrationReceipt>(definition: ExporterDefinition<R>): Exporter {
  const assets = definition.assets ?? { folder: [definition.story.folder, 'assets'].filter((name) => name !== '').join('/') };
  return {
    description: null,
    project: null,
    assets,
    usedAssets: null,
    removesEmptyFoldersIn: [assets.folder],
    languageFiles: 'filePerLanguage',
    protectedPaths: noProtectedPaths,
    otherStoryFiles: null,
    readRecords: null,
    importerErrors: [],
    recordChecks: [],
    plugin: null,
    containsOwnTexts: false,
    hasCompactForm: false,
    engineFiles: [],
    isImportable: false,
    rest: null,
    exampleProject: null,
    ...definition,
    integration: definition.integration ?? null,
  };
}

/** Whether two exports can be compared as stories. */
export const isComparableExport = (exporter: Pick<Exporter, 'story' | 'readRecords'>): boolean =>
  exporter.readRecords !== null || isReadableExport(exporter);

/** Whether an exported file can be read as a story, which is only supported for JSON. */
export const isReadableExport = ({ story }: Pick<Exporter, 'story'>): boolean => story.extension === '.json';

/** The path of the story file with the main language, relative to the root of the game project. */
export const mainStoryPath = ({ story: { folder, extension } }: Pick<Exporter, 'story'>): string =>
  `${folder === '' ? '' : `${folder}/`}project${extension}`;

/** Paths of a game project that belong to the engine or to the user, so that no export may write to them. */
export interface ProtectedPaths {
  /** Files and folders, relative to the root of the game project. Everything inside a folder is protected as well. */
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
}

const noProtectedPaths: ProtectedPaths = { paths: [], extensions: [] };

/** How an exporter recognizes a project of its engine. Only reads. */
interface ProjectRecognizer {
  /** Whether this folder itself is a project; parent folders are not checked. */
  isProject(disk: Disk, folder: string): Promise<boolean>;
  /** The name of the project as its own settings state it. */
  readName(disk: Disk, folder: string): Promise<string>;
}

/** The kind of a path, following links. */
export async function resolveKind(disk: Disk, path: string): Promise<'file' | 'folder' | null> {
  const kind = await disk.kind(path);
  if (kind === null) return null;
  if (kind !== 'link') return kind === 'folder' ? 'folder' : 'file';
  const real = await disk.realPath(path).catch(() => null);
  if (real === null) return null;
  return (await disk.identity(real)) === null ? 'file' : 'folder';
}

/** The first group of the pattern in a file of the project; the name of the folder if there is no match. */
export async function readProjectName(disk: Disk, folder: string, file: string, pattern: RegExp): Promise<string> {
  const text = await disk.readText(file).catch(() => '');
  return pattern.exec(text)?.[1]?.trim() || basename(folder);
}
