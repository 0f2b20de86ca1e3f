/**
 * Messages that the program still formats in English by functions: findings, statuses and reports of sync and delivery, undo labels, notes of
 * imports, tray and notifications (`en/*.ts`). All others are in the catalogue (`en/*.json`), which other languages translate (ADR 0082).
 */
type Message = string | ((...given: never[]) => string);
export interface MessageCatalogue {
  readonly [name: string]: Message | MessageCatalogue;
}

/** The messages of one part of the program. Counts are formatted by `formatPlural`. */
export const defineMessages = <W extends MessageCatalogue>(english: W): W => english;
