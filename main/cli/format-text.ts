/** Formats the output of commands: tables with aligned columns and sentences for people, JSON for programs. */
import type { Finding } from '../../shared/contracts/findings.ts';
import { isMessageKey, t } from '../../shared/messages/english.ts';
import { isMessage, isVerbatim, languageName, type Message, type MessageKey } from '../../shared/messages/message.ts';
import type { Translate, Translator } from '../../shared/messages/translator.ts';
import { fieldLabel } from '../../shared/model/kind-messages.ts';
import type { Fault } from '../../shared/problem.ts';
import { quoteForShell, toOneLine } from '../../shared/text.ts';

type Column = Extract<MessageKey, `cli.columns.${string}`>;
type Row = readonly string[];

/** Columns are named by the last part of their message key; '' is a column without a heading. */
export function formatTable(columns: readonly (ColumnName | '')[], rows: readonly Row[], { t, locale }: Translator): string {
  const head = columns.map((column) => (column === '' ? '' : t(`cli.columns.${column}`).toLocaleUpperCase(locale)));
  return formatRows([head, ...rows]);
}

type ColumnName = Column extends `cli.columns.${infer Name}` ? Name : never;

/** A table without headings. */
export function formatRows(cells: readonly Row[]): string {
  const rows = cells.map((row) => row.map(toOneLine));
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), 0),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * The text of a message. Line breaks are only allowed in our own messages: in the text of another program, they could imitate output of
 * ours.
 */
export const formatMessage = (text: Message, t: (text: Message) => string): string => (isVerbatim(text) ? toOneLine(t(text)) : t(text));

/** A fault below the sentence of a problem. Its path may be a key from a foreign file. */
export const formatFault = ({ path, ...fault }: Fault, t: Translate): string => `  ${toOneLine(path)}: ${formatMessage(fault, t)}`;

const segmenter = new Intl.Segmenter();
/** Characters that terminals show twice as wide as Latin letters. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]/u;
const textWidth = (text: string): number =>
  [...segmenter.segment(text)].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);

export const formatFindings = (findings: readonly Finding[], { t }: Translator): string[] =>
  findings.map(
    ({ severity, rule, message, kind, id }) =>
      `${t(`check.severity.${severity}`).padEnd(7)}  ${t(message)}  [${rule}, ${kind} ${toOneLine(id)}]`,
  );

/** How many findings of each severity there are. */
export function formatCounts(findings: readonly Finding[], { t }: Translator): string {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return t('cli.check.counts', { errors: count('error'), warnings: count('warning'), hints: count('hint') });
}

/** The permissions of a key, as the parameter that messages about keys have. */
export function describeKeyPermissions(permissions: readonly string[]): 'read' | 'write' | 'both' {
  if (permissions.length > 1) return 'both';
  return permissions[0] === 'project:write' ? 'write' : 'read';
}

/** A time such as `2026-11-21 04:12`, in the time zone of this machine. */
export function formatShortTime(iso: string): string {
  const time = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** A command that the user can paste into a terminal. */
export const formatCommand = (...words: readonly string[]): string =>
  ['taleport', ...words.map((word) => quoteForShell(word, process.platform === 'win32' ? 'windows' : 'posix'))].join(' ');

/** The names of the records that contain a record, outermost first. */
export const formatLocation = (location: readonly string[]): string => location.join(' › ');

/** The name of a field, with the language if the field is localized. */
export function formatField(field: string, locale: string | null, t: Translate): string {
  const label = t(fieldLabel(field));
  return locale === null ? label : t('sync.activity.fieldIn', { field: label, locale: languageName(locale) });
}

/** The value of a field as text. */
export function formatFieldValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const maxCellLength = 40;
/** The number of shared characters that are shown before the first difference of long values. */
const sharedCellLength = 12;

/** Shortens versions of a value for the cells of a table: each is one line, and all show where they begin to differ. */
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

/** The value on one line, as `--json` prints it: with every message as English text. */
export const stringifyOutput = (value: unknown): string => JSON.stringify(toOutput(value));

function toOutput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOutput);
  if (typeof value !== 'object' || value === null) return value;
  if (isCatalogueMessage(value)) return t(value);
  // The changes of a project are the user's data and contain no messages.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === 'changes' ? inner : toOutput(inner)]));
}

/** Other objects may have a field `key` as well. */
const isCatalogueMessage = (value: object): value is Message =>
  isMessage(value) &&
  (value.defaultText !== undefined || isMessageKey(value.key)) &&
  Object.keys(value).every((name) => messageFields.has(name));

/** Notes of imports and faults also have a `sentence` for people. Programs get the message with the path. */
const messageFields: ReadonlySet<string> = new Set<keyof Message | 'sentence'>(['key', 'params', 'defaultText', 'sentence']);
