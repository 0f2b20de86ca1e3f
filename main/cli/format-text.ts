/** Text for people: tables with aligned columns, and findings as sentences. */
import type { Finding } from '../../shared/contracts/findings.ts';
import { fieldLabel } from '../../shared/messages/kind-messages.ts';
import type { Message, MessageKey } from '../../shared/messages/message.ts';
import type { Translate, Translator } from '../../shared/messages/translator.ts';
import type { Fault } from '../../shared/problem.ts';

type Column = Extract<MessageKey, `cli.columns.${string}`>;
type Row = readonly string[];

/** The columns by the last part of their key; '' has no heading. */
export function formatTable(columns: readonly (ColumnName | '')[], rows: readonly Row[], { t, locale }: Translator): string {
  const head = columns.map((column) => (column === '' ? '' : t(`cli.columns.${column}`).toLocaleUpperCase(locale)));
  return formatRows([head, ...rows]);
}

type ColumnName = Column extends `cli.columns.${infer Name}` ? Name : never;

/** A table without headings. */
export function formatRows(cells: readonly Row[]): string {
  const rows = cells.map((row) => row.map(toOneLine));
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A name with a line break must not look like another row, or like another line of the program. */
export const toOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** The text of a message. Line breaks in ours are meant; in what another program wrote they could look like lines of ours. */
export const formatMessage = (text: Message, t: (text: Message) => string): string =>
  text.key === 'problem.verbatim' ? toOneLine(t(text)) : t(text);

/** Below the sentence of a problem: what is wrong at a path, which can be a key of a foreign file. */
export const formatFault = ({ path, ...fault }: Fault, t: Translate): string => `  ${toOneLine(path)}: ${formatMessage(fault, t)}`;

const segmenter = new Intl.Segmenter();
/** Terminals show these twice as wide as Latin letters. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]/u;
const textWidth = (text: string): number =>
  [...segmenter.segment(text)].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);

export const formatFindings = (findings: readonly Finding[], { t }: Translator): string[] =>
  findings.map(
    ({ severity, rule, message, kind, id }) =>
      `${t(`check.severity.${severity}`).padEnd(7)}  ${t(message)}  [${rule}, ${kind} ${toOneLine(id)}]`,
  );

/** The permissions of a key, as the messages about keys take them. */
export function describeKeyRights(permissions: readonly string[]): 'read' | 'write' | 'both' {
  if (permissions.length > 1) return 'both';
  return permissions[0] === 'project:write' ? 'write' : 'read';
}

/** `2026-11-21 04:12` in the time of this machine. */
export function formatShortTime(iso: string): string {
  const time = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** A command to paste into a terminal. */
export const formatCommand = (...words: readonly string[]): string => ['taleport', ...words].join(' ');

/** The names of what contains a record, outermost first. */
export const formatLocation = (location: readonly string[]): string => location.join(' › ');

/** A field of a record, and the language if it is localized. */
export function formatField(field: string, locale: string | null, t: Translate): string {
  const label = t(fieldLabel(field));
  return locale === null ? label : t('sync.activity.fieldIn', { field: label, locale });
}

/** The value of a field of a record. */
export function formatFieldValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const maxCellLength = 40;
/** Characters of what long values have in common that are shown before their first difference. */
const sharedCellLength = 12;

/** Versions of a value in cells of a table: each on one line, and shortened so that all show where they begin to differ. */
export function shortenToDifferences(texts: readonly string[]): string[] {
  const lines = texts.map((text) => text.replace(/\s+/g, ' '));
  const [first = '', ...others] = lines.filter((line) => line.length > maxCellLength);
  const differences = others.flatMap((line) => (line === first ? [] : [sharedLength(first, line)]));
  const from = Math.min(...differences) - sharedCellLength;
  return lines.map((line) => shortenLine(line, Number.isFinite(from) && from + sharedCellLength >= maxCellLength ? from : 0));
}

function sharedLength(one: string, two: string): number {
  let at = 0;
  while (at < one.length && one[at] === two[at]) at++;
  return at;
}

function shortenLine(line: string, from: number): string {
  if (line.length <= maxCellLength) return line;
  const start = from === 0 ? '' : '…';
  const shown = `${start}${line.slice(from)}`;
  return shown.length > maxCellLength ? `${shown.slice(0, maxCellLength - 1)}…` : shown;
}
