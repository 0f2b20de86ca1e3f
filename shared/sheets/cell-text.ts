/**
 * Converts a text of the story to the cell of a table file and back, without loss. Paragraphs without formatting become lines; any other text is
 * stored as its markup, which starts with `<`. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe. Pure.
 */

import type { Message } from '../messages/message.ts';
import { canonicalizeRichText } from '../rich-text/canonicalize-rich-text.ts';
import { richTextToPlainText } from '../rich-text/plain-text.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';
import { escapeText } from '../rich-text/serialize-html.ts';

/** `isRich` is false for names of components, which are plain text. */
export function toCellText(text: string | null, { isRich }: { readonly isRich: boolean }): string {
  if (text === null || text === '') return '';
  return escapeFormula(isRich ? richTextToCell(text) : text);
}

type CellParseResult = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly error: Message };

export function parseCell(cell: string, { isRich }: { readonly isRich: boolean }): CellParseResult {
  const text = unescapeFormula(cell);
  if (text.trim() === '') return { ok: true, text: null };
  if (!isRich) return { ok: true, text };
  const read = canonicalizeRichText(text.startsWith('<') ? text : toParagraphs(text), 'story');
  return read.ok ? { ok: true, text: read.html } : read;
}

function richTextToCell(html: string): string {
  const lines = richTextToPlainText(html);
  if (lines.startsWith('<') || lines.trim() === '') return html;
  const paragraphs = toParagraphs(lines);
  return paragraphs === html || richTextEquals(paragraphs, html) ? lines : html;
}

const toParagraphs = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');

/** A leading `=`, `+`, `-`, `@`, tab or line break starts a formula in spreadsheets. Apostrophes before it are escaped as well. */
const formulaPattern = /^'*[=+\-@\t\r\n]/;
export const escapeFormula = (text: string): string => (formulaPattern.test(text) ? `'${text}` : text);
export const unescapeFormula = (cell: string): string => (cell.startsWith("'") && formulaPattern.test(cell) ? cell.slice(1) : cell);
