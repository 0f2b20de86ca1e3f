/**
 * Writes the script as an Excel workbook with a row for each text. The import of translations can read it: it uses the key and the columns
 * of the languages, whose cells have the form that the import expects.
 */
import { appendAll } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { hasTextInAnyLanguage } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { unitOf } from '../../../shared/rich-text/text-count.ts';
import { escapeFormula, toCellText } from '../../../shared/sheets/cell-text.ts';
import {
  charactersPrefix,
  leadingHeaders,
  linesPrefix,
  scriptHeaders,
  totalsKey,
  wordsPrefix,
} from '../../../shared/sheets/sheet-headers.ts';
import { maxCellLength, type SheetTable, writeXlsx } from '../../../shared/sheets/write-xlsx.ts';
import type { DocumentOptions } from '../document-format.ts';
import { addSpokenCounts, countSpoken, emptySpokenCount, plainName, type SpokenCount, speakerOf } from './script-table.ts';
import { conditionsOf, readSpokenText } from './spoken-text.ts';
import { listScenes, type SceneElement, type SceneLine } from './story-scenes.ts';

export function writeScriptWorkbook(project: Project, options: DocumentOptions): Uint8Array {
  const { locales, translator } = options;
  const table: ScriptRow[] = [];
  for (const { boardId, elements } of listScenes(project, options)) {
    const board = project.find('board', boardId)?.name ?? '';
    for (const element of elements) appendAll(table, elementRows(project, { board, element, options }));
  }
  assertCellsFit(table.map(({ cells }) => cells));
  const leading = [...leadingHeaders, ...scriptHeaders];
  const totals = locales.map((_, at) => table.reduce((sum, { counts }) => addSpokenCounts(sum, counts[at]), emptySpokenCount));
  const units = totals.map(({ text }) => unitOf(text));
  const countHeaders = locales.flatMap((iso, at) => [
    linesPrefix + iso,
    (units[at] === 'characters' ? charactersPrefix : wordsPrefix) + iso,
  ]);
  const countCells = (counts: readonly SpokenCount[]) => counts.flatMap(({ lines, text }, at) => [lines, text[units[at] ?? 'words']]);
  const blank = [...leading, ...locales].slice(1).map(() => '');
  const rows = [
    [...leading, ...locales, ...countHeaders],
    ...table.map(({ cells, counts }) => [...cells, ...countCells(counts)]),
    [totalsKey, ...blank, ...countCells(totals)],
  ];
  const widths = leading.map((head) => (head === 'Condition' ? 30 : 14));
  return writeXlsx(rows, [...widths, ...locales.map(() => 50), ...countHeaders.map(() => 10)], translator.t('document.sheet'));
}

interface ScriptRow {
  readonly cells: readonly string[];
  /** By language. */
  readonly counts: readonly SpokenCount[];
}

interface RowContext {
  readonly board: string;
  readonly element: SceneElement;
  readonly options: DocumentOptions;
}

function elementRows(project: Project, { board, element, options }: RowContext): ScriptRow[] {
  const { locales, translator, componentIds } = options;
  const title = plainName(project, element.title.text);
  const speaker = speakerOf(project, element);
  const row = (line: SceneLine): ScriptRow => ({
    cells: [
      ...[line.key, board, line.field, title, line.field === 'content' ? speaker : ''].map(escapeFormula),
      escapeFormula(conditionCell(project, line, translator)),
      ...locales.map((iso) => toCellText(line.text[iso]?.text ?? null, { isRich: true })),
    ],
    counts: locales.map((iso) => countSpoken(project, line.text, iso)),
  });
  // The player chooses, not a component, so an export of some components contains no choices.
  const choices = componentIds.length > 0 ? [] : element.choices;
  return [element.title, element.content, ...choices].filter(({ text }) => hasTextInAnyLanguage(text)).map(row);
}

/** The condition under which the line is reached, and the conditions inside it. */
function conditionCell(project: Project, { condition, text, field }: SceneLine, { t }: DocumentOptions['translator']): string {
  const inside = field === 'content' ? conditionsOf(readSpokenText(project, text[project.mainLocale]?.text ?? null)) : [];
  return [...(condition ? [condition] : []), ...inside].map((each) => t(each)).join('\n');
}

/** The maximum number of texts that are named. */
const maxNamed = 5;

function assertCellsFit(table: SheetTable): void {
  const tooLong = table.filter((row) => row.some((cell) => typeof cell === 'string' && cell.length > maxCellLength));
  if (tooLong.length === 0) return;
  const names = tooLong.map(
    (row): Message => message('problem.document.longText', { title: String(row[titleColumn] || row[0]), board: String(row[boardColumn]) }),
  );
  const more = tooLong.length - maxNamed;
  const texts = more > 0 ? [...names.slice(0, maxNamed), message('problem.document.moreTexts', { count: more })] : names;
  throw new Problem('invalid', message('problem.document.tooLong', { count: tooLong.length, texts, maximum: maxCellLength }));
}

const boardColumn = leadingHeaders.indexOf('Where');
const titleColumn = leadingHeaders.length + scriptHeaders.indexOf('Title');
