/**
 * The contract of a document: a format for people instead of a game, such as a script for a recording studio. Each is a folder beside those
 * of the exporters and a line in document-registry.ts. A document is exported to a file; no target exports it, and the rules of engines do
 * not apply to it.
 */
import type { Message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { Project } from '../../shared/model/project.ts';

export interface DocumentOptions {
  /** The languages, which are shown beside each other. An unknown language is a 400. */
  readonly locales: readonly string[];
  readonly boardIds: readonly string[];
  /** Only elements with one of these components are included; if empty, all elements. */
  readonly componentIds: readonly string[];
  /** Formats texts that are not part of the story. */
  readonly translator: Translator;
}

export interface DocumentFormat {
  /** Differs from the ids of all exporters. */
  readonly id: string;
  readonly label: Message;
  /** The writers by file extension (with its dot). A writer runs in a separate thread (document-thread.ts). */
  readonly files: Readonly<Record<string, (project: Project, options: DocumentOptions) => Promise<Uint8Array>>>;
}
