/**
 * The contract of an exporter: everything about one export format or engine, in one folder beside this file. Targets, the window,
 * the command line and the REST service use exporters only through it; registry.ts lists them.
 */
import type { TextChunk } from '../../shared/contracts/export-file.ts';
import type { ExporterId, LanguageFiles } from '../../shared/contracts/exporters.ts';
import type { Message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import type { ScriptProfile } from '../../shared/script/script-profile.ts';
import type { AssetLayout } from './asset-layout.ts';
import type { ImporterError, RecordCheck } from './checks/check-context.ts';
import type { EditorIntegration, IntegrationReceipt } from './editor-integration.ts';
import type { OtherStoryFiles } from './other-story-files.ts';
import type { ProjectRecognizer } from './project-recognizer.ts';
import { noProtectedPaths, type ProtectedPaths } from './protected-paths.ts';

/** Options of an export in any format. */
export interface SerializeOptions {
  /** How the format is wrapped: as a file of a game project, or as a reply over HTTP. */
  readonly destination: 'file' | 'http';
  /** Without it the main language. */
  readonly locale?: string | undefined;
  /** Every language; overrides `locale`. */
  readonly allLocales?: boolean | undefined;
  /** With `allLocales`: only these of them, and the main one. */
  readonly onlyLocales?: readonly string[];
  readonly fallbackContents?: boolean | undefined;
  /** Only these boards, a folder for everything in it; none: all boards. */
  readonly boardIds?: readonly string[] | undefined;
  /** [Exports] Shows the names of stored files (the deprecated request header), if the format can. */
  readonly storedNames?: boolean;
  /** Names of asset files that differ from those in the story, by asset id. */
  readonly assetNames?: ReadonlyMap<string, string>;
  /** The files of assets that are written with the story, by asset id: paths from the root of the game project, with `/`. */
  readonly assetPaths?: ReadonlyMap<string, string>;
  /** The same for each export of a project, different for each project. Ids do not distinguish projects: an import keeps those of its file. */
  readonly projectKey?: string;
  /** The translators of the story's languages, by locale, for exporters that `containsOwnTexts`. English stands for a language without one. */
  readonly translators?: ReadonlyMap<string, Translator>;
  /** Only for an export that is a single file: the path of a stored file, for formats that embed files. */
  readonly locateStoredFile?: (file: string) => string | undefined;
}

/** Queries of the REST interface that differ from format to format. */
export interface RestExport {
  readonly acceptsBoardIds: boolean;
  readonly acceptsFallbackContents: boolean;
  readonly acceptsStoredNames: boolean;
}

export interface Exporter {
  readonly id: ExporterId;
  /** The name of the engine or format as it is shown. */
  readonly label: string;
  /** What the format is for, where its label does not say it. */
  readonly description: Message | null;
  /** Null: the export goes into any folder. */
  readonly project: ProjectRecognizer | null;
  /** The story file is `project` with this extension (with its dot), in this folder of the game project; `''` is its root. */
  readonly story: { readonly folder: string; readonly extension: string };
  readonly assets: AssetLayout;
  readonly languageFiles: LanguageFiles;
  readonly protectedPaths: ProtectedPaths;
  /** Files of other programs that the importer would read instead of the exported one. */
  readonly otherStoryFiles: OtherStoryFiles | null;
  /**
   * The file as pieces of text, with undefined where the caller may yield. A piece that is the same object as in an earlier call is not hashed
   * again. With `new`, a piece whose text was dropped since an earlier call may come without it. Throws `invalid` with the field for a language or
   * a board that the project does not have.
   */
  serialize(project: Project, options: SerializeOptions, chunkScope: 'all' | 'new'): Generator<TextChunk | undefined>;
  /**
   * The records in a story file that is no JSON, for the comparison of two exports; fields that the format lacks may be missing. Throws a Problem where the
   * text is no such file.
   */
  readonly readRecords: ((text: string) => AnyRecord[]) | null;
  /** Findings that are errors, because the importer throws on them; for an exporter that does not name them they are warnings. */
  readonly importerErrors: readonly ImporterError[];
  /** Checks of single records that only this exporter needs. */
  readonly recordChecks: readonly RecordCheck[];
  /** The interpreter that runs the exported scripts; null: unknown. */
  readonly scriptProfile: ScriptProfile | null;
  /** Those of other versions of the plugin, by id: the settings of a target name the one that its game has. */
  readonly otherScriptProfiles: Readonly<Record<string, ScriptProfile>>;
  readonly integration: EditorIntegration | null;
  /** Whether a file contains texts of Taleport's own, such as the labels of controls. */
  readonly containsOwnTexts: boolean;
  /** Whether an exported file can be imported again without loss. */
  readonly isImportable: boolean;
  /** Null: the REST service does not offer the format. */
  readonly rest: RestExport | null;
  /** The smallest project that the engine opens, text by path: an example for writers who have no game yet. */
  readonly exampleProject: Readonly<Record<string, string>> | null;
}

type RequiredFacet = 'id' | 'label' | 'story' | 'serialize';
/** The definition of an exporter: all but the required facets have defaults. */
type ExporterDefinition<R extends IntegrationReceipt> = Pick<Exporter, RequiredFacet> &
  Partial<Omit<Exporter, RequiredFacet | 'integration'>> & { readonly integration?: EditorIntegration<R> | null };

export function defineExporter<R extends IntegrationReceipt = IntegrationReceipt>(definition: ExporterDefinition<R>): Exporter {
  return {
    description: null,
    project: null,
    assets: { folder: [definition.story.folder, 'assets'].filter((name) => name !== '').join('/') },
    languageFiles: 'filePerLanguage',
    protectedPaths: noProtectedPaths,
    otherStoryFiles: null,
    readRecords: null,
    importerErrors: [],
    recordChecks: [],
    scriptProfile: null,
    otherScriptProfiles: {},
    containsOwnTexts: false,
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

/** Only JSON can be read as a story again. */
export const isReadableExport = ({ story }: Pick<Exporter, 'story'>): boolean => story.extension === '.json';

/** The path of the story file that holds the main language, relative to the root of the game project. */
export const mainStoryPath = ({ story: { folder, extension } }: Pick<Exporter, 'story'>): string =>
  `${folder === '' ? '' : `${folder}/`}project${extension}`;
