/**
 * The contract of a document: a format for people instead of a game, such as a script for a recording studio. It is a folder beside those of the
 * exporters and a line in document-registry.ts. It is exported to a file; no target follows it, and no engine's rules apply to it.
 */
import type { Message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { Project } from '../../shared/model/project.ts';

export interface DocumentOptions {
  /** The languages beside each other. A language the project does not have is a 400. */
  readonly locales: readonly string[];
  readonly boardIds: readonly string[];
  /** Only elements that have one of these components; none: all. */
  readonly componentIds: readonly string[];
  /** Formats what is not part of the story. */
  readonly translator: Translator;
}

export interface DocumentFormat {
  /** Distinct from the ids of exporters. */
  readonly id: string;
  readonly label: Message;
  /** How its files can be written, by extension (with its dot). A writer runs in a thread of its own (document-thread.ts). */
  readonly files: Readonly<Record<string, (project: Project, options: DocumentOptions) => Promise<Uint8Array>>>;
}
