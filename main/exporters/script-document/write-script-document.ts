/** Writes the script as a Word document: counts for each speaker, then the scenes, with the languages beside each other. */
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import { hasTextInAnyLanguage } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { unitOf } from '../../../shared/rich-text/text-count.ts';
import type { DocumentOptions } from '../document-format.ts';
import { packWordDocument } from './pack-word-document.ts';
import { addSpokenCounts, countSpoken, emptySpokenCount, plainName, type SpokenCount, speakerOf } from './script-table.ts';
import { readSpokenText } from './spoken-text.ts';
import { listScenes, type Scene, type SceneElement, type SceneLine } from './story-scenes.ts';
import type { WordBlock, WordParagraph, WordRun, WordTable } from './word-blocks.ts';

export async function writeScriptDocument(project: Project, options: DocumentOptions): Promise<Uint8Array> {
  const title = cleanText(project.projectRecord.name);
  return packWordDocument(title, documentBlocks(project, title, options));
}

function* documentBlocks(project: Project, title: string, options: DocumentOptions): Generator<WordBlock> {
  const scenes = listScenes(project, options);
  yield heading('TITLE', title);
  yield* summaryOf(project, scenes, options);
  for (const scene of scenes) yield* sceneParagraphs(project, scene, options);
}

function* sceneParagraphs(project: Project, { boardId, elements }: Scene, options: DocumentOptions): Generator<WordBlock> {
  const board = project.find('board', boardId)?.name ?? '';
  yield { ...heading('HEADING_1', board), pageBreakBefore: true };
  for (const element of elements) yield* elementParagraphs(project, element, options);
}

function elementParagraphs(project: Project, element: SceneElement, options: DocumentOptions): WordBlock[] {
  const { t } = options.translator;
  const { condition } = element.content;
  const title = plainName(project, element.title.text) || t('document.untitled');
  // The player chooses, not a component, so an export of some components contains no choices.
  const choices = options.componentIds.length > 0 ? [] : element.choices;
  return [
    { ...heading('HEADING_2', title), keepNext: true },
    keyParagraph(element.content),
    ...(condition ? [remark(t(condition))] : []),
    ...lineParagraphs(project, element.content, speakerOf(project, element), options),
    ...(choices.length > 0 ? [{ ...heading('HEADING_3', t('document.choices')), keepNext: true }] : []),
    ...choices.flatMap((choice) => [
      keyParagraph(choice),
      ...(choice.condition ? [remark(t(choice.condition))] : []),
      ...lineParagraphs(project, choice, '', options),
    ]),
  ];
}

/** The key by which an import of translations, and a recording studio, identify the text. */
const keyParagraph = ({ key }: SceneLine): WordParagraph => ({
  ...paragraph([run(key, { size: 14, color: '767676' })]),
  keepNext: true,
});

/** Paragraphs, or a table with a column for each language. */
function lineParagraphs(project: Project, { text }: SceneLine, speaker: string, options: DocumentOptions): WordBlock[] {
  if (!hasTextInAnyLanguage(text)) return [];
  const { locales } = options;
  const speakerName = speaker === '' ? [] : [{ ...paragraph([run(speaker, { bold: true })]), keepNext: true }];
  if (locales.length === 1) return [...speakerName, ...spokenParagraphs(project, text, locales[0] ?? project.mainLocale, options)];
  const cells = locales.map((iso) => spokenParagraphs(project, text, iso, options));
  const head = locales.map((iso) => [paragraph([run(localeNameOf(project.projectRecord.locales, iso), { bold: true })])]);
  return [...speakerName, table([head, cells]), paragraph([])];
}

function spokenParagraphs(project: Project, text: LocalizedText, iso: string, { translator }: DocumentOptions): WordParagraph[] {
  return readSpokenText(project, text[iso]?.text ?? null).map((part) =>
    part.type === 'line' ? { ...paragraph([run(part.text)]), language: iso, spaceAfter: 120 } : remark(translator.t(part.text)),
  );
}

/** The numbers of lines and of words, or characters, for each speaker and language, which have to be recorded. */
function summaryOf(project: Project, scenes: readonly Scene[], options: DocumentOptions): WordBlock[] {
  const { locales, componentIds, translator } = options;
  const { t } = translator;
  const counts = new Map<string, SpokenCount[]>();
  const add = (who: string, { text }: SceneLine): void => {
    const before = counts.get(who) ?? locales.map(() => emptySpokenCount);
    counts.set(
      who,
      locales.map((iso, at) => addSpokenCounts(before[at], countSpoken(project, text, iso))),
    );
  };
  for (const { elements } of scenes)
    for (const element of elements) {
      add(speakerOf(project, element) || t('document.noSpeaker'), element.content);
      if (componentIds.length === 0) for (const choice of element.choices) add(t('document.choices'), choice);
    }
  const totals = locales.map((_, at) => [...counts.values()].reduce((sum, each) => addSpokenCounts(sum, each[at]), emptySpokenCount));
  const units = totals.map(({ text }) => unitOf(text));
  const heads = locales.flatMap((iso, at) => {
    const language = localeNameOf(project.projectRecord.locales, iso);
    return [t('document.lines', { language }), t(units[at] === 'characters' ? 'document.characters' : 'document.words', { language })];
  });
  const row = (who: string, list: readonly SpokenCount[]): string[] => [
    who,
    ...list.flatMap(({ lines, text }, at) => [translator.formatNumber(lines), translator.formatNumber(text[units[at] ?? 'words'])]),
  ];
  const rows = [[t('document.speaker'), ...heads], ...[...counts].map(([who, list]) => row(who, list)), row(t('document.total'), totals)];
  const edges = [0, rows.length - 1];
  return [
    heading('HEADING_1', t('document.summary', { unit: new Set(units).size === 1 ? (units[0] ?? 'words') : 'both' })),
    table(rows.map((texts, at) => texts.map((text) => [paragraph([run(text, { bold: edges.includes(at) })])]))),
  ];
}

const paragraph = (runs: readonly WordRun[]): WordParagraph => ({ type: 'paragraph', runs });

const heading = (level: NonNullable<WordParagraph['heading']>, text: string): WordParagraph => ({
  ...paragraph([run(text)]),
  heading: level,
});

const remark = (text: string): WordParagraph => ({ ...paragraph([run(text, { italics: true })]), keepNext: true, spaceAfter: 60 });

const run = (text: string, look: Omit<WordRun, 'text'> = {}): WordRun => ({ text: cleanText(text), ...look });

const table = (rows: WordTable['rows']): WordTable => ({ type: 'table', rows });

/** Removes characters that XML cannot contain. */
const cleanText = (text: string): string => text.replace(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
