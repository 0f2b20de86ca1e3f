/**
 * Exporters as other folders see them: an id, and a description for the window. main/exporters/registry.ts defines which ids exist, so schemas only
 * check the form of an id; looking it up in the registry rejects an unknown one.
 */

import { z } from 'zod';
import { type Message, message } from '../messages/message.ts';
import { schemaError } from '../messages/schema-error.ts';
import type { ScriptProfile } from '../script/script-profile.ts';

export const exporterIdSchema = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, schemaError(message('fault.exportFormatId')));
/** The id of an export format, which is the name of the engine if the format is made for one. */
export type ExporterId = z.infer<typeof exporterIdSchema>;

/** How an exporter writes several languages: not at all, a file for each, all in one file, or, as the target's settings choose, one of these two. */
export type LanguageFiles = 'oneLanguage' | 'filePerLanguage' | 'oneFile' | 'either';

/** A document for people, which is exported to a file only. */
export interface DocumentDescription {
  readonly id: string;
  readonly label: Message;
  /** The extensions of its file, with their dots. */
  readonly fileExtensions: readonly string[];
}

/** What is known of a version of an engine's plug-in. docs/engines.md is generated from these. */
export interface PluginVersion {
  /** Names the version in settings and on the command line. */
  readonly id: string;
  /** Its number, which may be one for several (2.0 for 2.0.x); null if it never had one. */
  readonly number: string | null;
  readonly state: 'released' | 'withdrawn' | 'unreleased';
  /** When it was published: a year, or a year and a month, or several. */
  readonly published: string;
  /** Where what is known of it comes from: its public sources, and whether they were run (and the results recorded) or only read. */
  readonly source: { readonly repository: string; readonly evidence: 'recorded' | 'read' };
  /** Whether it reads a story file with all languages. */
  readonly readsAllLanguages: boolean;
  /** Whether it cannot read a saved game if anything in the exported story has changed since, except the form of its JSON. */
  readonly savesDependOnWholeStory?: true;
  /** Whether it stops when it reads an attribute that lists assets, so that such a list is written as an empty one. */
  readonly stopsAtAssetLists?: true;
  readonly scriptProfile: ScriptProfile;
}

/** The plug-in that was found in a game project. */
export interface FoundPlugin {
  /** Its number as the project states it; null if only its files prove the version. */
  readonly number: string | null;
  /** The version that its files prove, whatever its number is; null if they prove none. */
  readonly versionId: string | null;
  /** The file that says so, relative to the root of the game project. */
  readonly source: string;
}

export interface ExporterDescription {
  readonly id: ExporterId;
  /** The name of the engine or format as it is shown. */
  readonly label: string;
  /** What the format is for, where its label does not say it. */
  readonly description: Message | null;
  /** Whether the export goes into a game project that can be recognized, and not just into any folder. */
  readonly hasProject: boolean;
  /** The main story file of an export, relative to the root of the game project. */
  readonly storyPath: string;
  /** The extension of the story file, with its dot. */
  readonly fileExtension: string;
  readonly languageFiles: LanguageFiles;
  /** The integration for the engine's editor. `noFileHint`: what to do where the game project has no file that it can edit. */
  readonly editorIntegration: { readonly noFileHint: Message | null } | null;
  /** Whether a story file can be compared with the story, and changes in it taken over. */
  readonly isReadable: boolean;
  /** Whether the story file has a line for each property, and can be written without white space instead. */
  readonly hasCompactForm: boolean;
  /** Whether an exported file can be imported again without loss. */
  readonly isImportable: boolean;
  /** The versions of the engine's plug-in, oldest first; empty if no plug-in is known. */
  readonly pluginVersions: readonly PluginVersion[];
}
