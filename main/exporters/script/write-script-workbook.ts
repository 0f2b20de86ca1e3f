/**
 * The script as an Excel workbook: a row for each text. The import of translations reads it: the key, and the columns of the languages, whose cells are
 * written as that import expects them.
 */
import { message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { escapeFormula, toCellText } from '../../../shared/sheets/cell-text.ts';
import { leadingHeaders, scriptHeaders, WORDS_PREFIX } from '../../../shared/sheets/sheet-headers.ts';
import { maxCellLength, type SheetTable, writeXlsx } from '../../../shared/sheets/write-xlsx.ts';
import type { DocumentOptions } from '../document-format.ts';
import { countSpoken, plainName, speakerOf } from './script-table.ts';
import { conditionsOf, readSpokenText } from './spoken-text.ts';
import { hasText, listScenes, type SceneElement, type SceneLine } from './story-scenes.ts';

export function writeScriptWorkbook(project: Project, options: DocumentOptions): Uint8Array {
  const { locales, translator } = options;
  const table: (string | number)[][] = [[...leadingHeaders, ...scriptHeaders, ...locales, ...locales.map((iso) => WORDS_PREFIX + iso)]];
  for (const { boardId, elements } of listScenes(project, options)) {
    const board = project.find('board', boardId)?.name ?? '';
    for (const element of elements) table.push(...elementRows(project, { board, element, options }));
  }
  assertCellsFit(table);
  const widths = [...leadingHeaders, ...scriptHeaders].map((head) => (head === 'Condition' ? 30 : 14));
  return writeXlsx(table, [...widths, ...locales.map(() => 50), ...locales.map(() => 10)], translator.t('document.sheet'));
}

interface RowContext {
  readonly board: string;
  readonly element: SceneElement;
  readonly options: DocumentOptions;
}

function elementRows(project: Project, { board, element, options }: RowContext): (string | number)[][] {
  const { locales, translator, componentIds } = options;
  const title = plainName(project, element.title.text);
  const speaker = speakerOf(project, element);
  const row = (line: SceneLine): (string | number)[] => [
    ...[line.key, board, line.field, title, line.field === 'content' ? speaker : ''].map(escapeFormula),
    escapeFormula(conditionCell(project, line, translator)),
    ...locales.map((iso) => toCellText(line.text[iso]?.text ?? null, { isRich: true })),
    ...locales.map((iso) => countSpoken(line.text, iso).words),
  ];
  // Choices are those of the player, not of a component.
  const choices = componentIds.length > 0 ? [] : element.choices;
  return [element.title, element.content, ...choices].filter(({ text }) => hasText(text)).map(row);
}

/** When the line is reached, and the conditions inside of it. */
function conditionCell(project: Project, { condition, text, field }: SceneLine, { t }: DocumentOptions['translator']): string {
  const inside = field === 'content' ? conditionsOf(readSpokenText(text[project.mainLocale]?.text ?? null)) : [];
  return [...(condition ? [condition] : []), ...inside].map((each) => t(each)).join('\n');
}

function assertCellsFit(table: SheetTable): void {
  const count = table.filter((row) => row.some((cell) => typeof cell === 'string' && cell.length > maxCellLength)).length;
  if (count > 0) throw new Problem('invalid', message('document.tooLong', { count }));
}
