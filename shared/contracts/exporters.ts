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

/** How an exporter writes several languages: not at all, a file for each, or, as the target's settings choose, all in one file or a file for each. */
export type LanguageFiles = 'oneLanguage' | 'filePerLanguage' | 'either';

/** A document for people, which is exported to a file only. */
export interface DocumentDescription {
  readonly id: string;
  readonly label: Message;
  /** The extensions of its file, with their dots. */
  readonly fileExtensions: readonly string[];
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
  /** Whether an exported file can be imported again without loss. */
  readonly isImportable: boolean;
  readonly scriptProfile: ScriptProfile | null;
  /** The script profiles of other versions of the plugin, by id. */
  readonly otherScriptProfiles: Readonly<Record<string, ScriptProfile>>;
}
