/**
 * What a text of the story looks like in a cell of a table file, and back, with nothing lost. Plain paragraphs are lines; all else is the
 * markup as it is stored, which a cell that begins with `<` holds. What a spreadsheet would run as a formula gets an apostrophe before it. Pure.
 */
import type { Dialect } from '../../shared/rich-text/dialects.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { readRichText } from '../../shared/rich-text/read.ts';
import { sameRichText } from '../../shared/rich-text/same.ts';
import { writeText } from '../../shared/rich-text/write.ts';

/** `isRich`: names of components are plain. */
export function cellOf(text: string | null, isRich: boolean): string {
  if (text === null || text === '') return '';
  return guarded(isRich ? richCell(text) : text);
}

export type CellRead = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly fault: string };

export function textOfCell(cell: string, isRich: boolean, dialect: Dialect): CellRead {
  const text = unguarded(cell);
  if (text.trim() === '') return { ok: true, text: null };
  if (!isRich) return { ok: true, text };
  const read = readRichText(text.startsWith('<') ? text : paragraphs(text), dialect);
  return read.ok ? { ok: true, text: read.html } : read;
}

function richCell(html: string): string {
  const lines = plainText(html);
  if (lines.startsWith('<') || lines.trim() === '') return html;
  const made = paragraphs(lines);
  return made === html || sameRichText(made, html) ? lines : html;
}

const paragraphs = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${writeText(line)}</p>`)
    .join('');

/** A leading = + - @, tab or line's end begins a formula in spreadsheets. Apostrophes that stood there before are counted with it. */
const formula = /^'*[=+\-@\t\r\n]/;
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);
export const unguarded = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
