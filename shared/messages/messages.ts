/**
 * Sentences by name, as the catalogues hold them. What the window says is in renderer/words/en; what the program tells it (how a mirror and a
 * target are, what was sent, what undo takes back, what an import left out) is in shared/words/en: a translator reads these two
 * folders. The language for tests (renderer/messages/pseudo-locale.ts) is the window's alone: these sentences are also kept, logged and told on
 * the command line, by a program that may have no window.
 */
type Message = string | ((...given: never[]) => string);
export interface MessageCatalogue {
  readonly [name: string]: Message | MessageCatalogue;
}

/** The sentences of one part of the program. Counts go through `many` (counts.ts). */
export const defineMessages = <W extends MessageCatalogue>(english: W): W => english;
