/** What an engine does not know and the export writes in another way. */
import type { Fix } from '../../../shared/findings.ts';
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import { checkSentences } from '../../../shared/words/en/check.ts';
import { isEngineText } from '../engine-text.ts';
import type { Cells } from '../locales.ts';
import type { Checking } from './checking.ts';
import { hasTextOutsideBlocks, wrapText } from './wrap-text.ts';

/** [Exports] Godot's importer throws on a cover without an id. */
export function checkComponentCover(checking: Checking, component: StoryRecord<'component'>): void {
  if (checking.engine !== 'godot' || component.cover?.type !== 'icon') return;
  checking.warn('icon-cover', component, checkSentences.iconCover(checking.component(component)));
}

/** [Exports] The interpreters take paragraphs, quotations and scripts; words outside of them become a paragraph. */
export function checkElementBlocks(checking: Checking, element: StoryRecord<'element'>): void {
  const { id, content } = element;
  const outside = outsideOf(checking, content);
  if (outside.length > 0)
    checking.warn('text-outside-blocks', element, checkSentences.textOutside(checking.element(element)), {
      label: checkSentences.fixes.paragraph,
      command: { do: 'change', kind: 'element', id, fields: { content: wrapped(content, outside) } },
    });
}

export function checkLabelBlocks(checking: Checking, connection: StoryRecord<'connection'>): void {
  const { id, label } = connection;
  const outside = outsideOf(checking, label);
  if (outside.length > 0)
    checking.warn('text-outside-blocks', connection, checkSentences.textOutside(checking.connection(connection)), {
      label: checkSentences.fixes.paragraph,
      command: { do: 'change', kind: 'connection', id, fields: { label: wrapped(label, outside) } },
    } satisfies Fix);
}

/** The languages whose text it is. */
function outsideOf({ engine, languages }: Checking, cells: Cells): readonly string[] {
  if (engine === undefined || engine === 'json') return [];
  return languages.filter((iso) => {
    const text = cells[iso]?.text;
    return text !== undefined && text !== null && text !== '' && !isEngineText(text) && hasTextOutsideBlocks(text);
  });
}

const wrapped = (cells: Cells, locales: readonly string[]): Record<string, { text: string }> =>
  Object.fromEntries(locales.map((iso) => [iso, { text: wrapText(cells[iso]?.text ?? '') }]));
