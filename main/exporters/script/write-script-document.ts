/** The script as a Word document: counts for each speaker, then the scenes, with the languages beside each other. */
import { Document, type FileChild, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../shared/model/project.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { DocumentOptions } from '../document-format.ts';
import { countSpoken, languageName, plainName, type SpokenCount, speakerOf } from './script-table.ts';
import { readSpokenText } from './spoken-text.ts';
import { hasText, listScenes, type Scene, type SceneElement, type SceneLine } from './story-scenes.ts';

export async function writeScriptDocument(project: Project, options: DocumentOptions): Promise<Uint8Array> {
  const scenes = listScenes(project, options);
  const { name } = project.projectRecord;
  const yielder = new CooperativeYielder();
  const children: FileChild[] = [new Paragraph({ text: cleanText(name), heading: HeadingLevel.TITLE })];
  children.push(...(await yielder.runToEnd(summaryOf(project, scenes, options))));
  for (const scene of scenes)
    for await (const paragraph of yielder.iterate(sceneParagraphs(project, scene, options))) children.push(paragraph);
  const document = new Document({ title: cleanText(name), creator: 'Taleport', sections: [{ children }] });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

function* sceneParagraphs(project: Project, { boardId, elements }: Scene, options: DocumentOptions): Generator<FileChild> {
  const board = project.find('board', boardId)?.name ?? '';
  yield new Paragraph({ text: cleanText(board), heading: HeadingLevel.HEADING_1, pageBreakBefore: true });
  for (const element of elements) yield* elementParagraphs(project, element, options);
}

function elementParagraphs(project: Project, element: SceneElement, options: DocumentOptions): FileChild[] {
  const { t } = options.translator;
  const { condition } = element.content;
  const title = plainName(project, element.title.text) || t('document.untitled');
  // Choices are those of the player, not of a component.
  const choices = options.componentIds.length > 0 ? [] : element.choices;
  return [
    new Paragraph({ text: cleanText(title), heading: HeadingLevel.HEADING_2, keepNext: true }),
    new Paragraph({ children: [run(element.content.key, { size: 14, color: '767676' })], keepNext: true }),
    ...(condition ? [remark(t(condition))] : []),
    ...lineParagraphs(project, element.content, speakerOf(project, element), options),
    ...(choices.length > 0 ? [new Paragraph({ text: t('document.choices'), heading: HeadingLevel.HEADING_3, keepNext: true })] : []),
    ...choices.flatMap((choice) => [
      ...(choice.condition ? [remark(t(choice.condition))] : []),
      ...lineParagraphs(project, choice, '', options),
    ]),
  ];
}

/** Paragraphs, or a table with a column for each language. */
function lineParagraphs(project: Project, { text }: SceneLine, speaker: string, options: DocumentOptions): FileChild[] {
  if (!hasText(text)) return [];
  const { locales } = options;
  const heading = speaker === '' ? [] : [new Paragraph({ children: [run(speaker, { bold: true })], keepNext: true })];
  if (locales.length === 1) return [...heading, ...spokenParagraphs(text, locales[0] ?? project.mainLocale, options)];
  const cells = locales.map((iso) => cell(spokenParagraphs(text, iso, options)));
  const head = locales.map((iso) => cell([new Paragraph({ children: [run(languageName(project, iso), { bold: true })] })]));
  return [...heading, table([head, cells]), new Paragraph({})];
}

function spokenParagraphs(text: LocalizedText, iso: string, { translator }: DocumentOptions): Paragraph[] {
  return readSpokenText(text[iso]?.text ?? null).map((part) =>
    part.type === 'line' ? new Paragraph({ children: [run(part.text)], spacing: { after: 120 } }) : remark(translator.t(part.text)),
  );
}

/** Lines and words for each speaker and language: what is to be recorded. Yields after each element. */
function* summaryOf(project: Project, scenes: readonly Scene[], options: DocumentOptions): Generator<undefined, FileChild[]> {
  const { locales, componentIds, translator } = options;
  const { t } = translator;
  const counts = new Map<string, SpokenCount[]>();
  const add = (who: string, { text }: SceneLine): void => {
    const before = counts.get(who) ?? locales.map(() => ({ lines: 0, words: 0 }));
    counts.set(
      who,
      locales.map((iso, at) => addCounts(before[at], countSpoken(text, iso))),
    );
  };
  for (const { elements } of scenes)
    for (const element of elements) {
      add(speakerOf(project, element) || t('document.noSpeaker'), element.content);
      if (componentIds.length === 0) for (const choice of element.choices) add(t('document.choices'), choice);
      yield undefined;
    }
  const totals = locales.map((_, at) =>
    [...counts.values()].reduce<SpokenCount>((sum, each) => addCounts(sum, each[at]), { lines: 0, words: 0 }),
  );
  const heads = locales.flatMap((iso) => {
    const language = languageName(project, iso);
    return [t('document.lines', { language }), t('document.words', { language })];
  });
  const row = (who: string, list: readonly SpokenCount[]): string[] => [
    who,
    ...list.flatMap(({ lines, words }) => [translator.formatNumber(lines), translator.formatNumber(words)]),
  ];
  const rows = [[t('document.speaker'), ...heads], ...[...counts].map(([who, list]) => row(who, list)), row(t('document.total'), totals)];
  const edges = [0, rows.length - 1];
  return [
    new Paragraph({ text: t('document.summary'), heading: HeadingLevel.HEADING_1 }),
    table(rows.map((texts, at) => texts.map((text) => cell([new Paragraph({ children: [run(text, { bold: edges.includes(at) })] })])))),
  ];
}

const addCounts = (one: SpokenCount | undefined, two: SpokenCount | undefined): SpokenCount => ({
  lines: (one?.lines ?? 0) + (two?.lines ?? 0),
  words: (one?.words ?? 0) + (two?.words ?? 0),
});

const remark = (text: string): Paragraph =>
  new Paragraph({ children: [run(text, { italics: true })], keepNext: true, spacing: { after: 60 } });

const run = (text: string, look: { bold?: boolean; italics?: boolean; size?: number; color?: string } = {}): TextRun =>
  new TextRun({ text: cleanText(text), ...look });

const cell = (children: Paragraph[]): TableCell =>
  new TableCell({
    children: children.length > 0 ? children : [new Paragraph({})],
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
  });

const table = (rows: readonly (readonly TableCell[])[]): Table =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map((children, at) => new TableRow({ children, tableHeader: at === 0, cantSplit: true })),
  });

/** Characters that XML cannot contain have no place in a document for people. */
const cleanText = (text: string): string => text.replace(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
