/** What an engine does not know and the export writes in another way. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { checkMessages } from '../../../shared/messages/en/check.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { isEngineText } from '../engine-text.ts';
import type { LocalizedField } from '../language-selection.ts';
import type { CheckContext } from './check-context.ts';
import { hasTextOutsideBlocks, wrapTextInParagraphs } from './wrap-text.ts';

/** [Exports] Godot's importer throws on a cover without an id. */
export function checkComponentCover(checking: CheckContext, component: StoryRecord<'component'>): void {
  if (checking.engine !== 'godot' || component.cover?.type !== 'icon') return;
  checking.warn('icon-cover', component, checkMessages.iconCover(checking.componentName(component)));
}

/** [Exports] The interpreters take paragraphs, quotations and scripts; words outside of them become a paragraph. */
export function checkElementBlocks(checking: CheckContext, element: StoryRecord<'element'>): void {
  const { id, content } = element;
  const outside = languagesWithTextOutsideBlocks(checking, content);
  if (outside.length > 0)
    checking.warn('text-outside-blocks', element, checkMessages.textOutside(checking.elementName(element)), {
      label: checkMessages.fixes.paragraph,
      command: { do: 'change', kind: 'element', id, fields: { content: wrapFieldTexts(content, outside) } },
    });
}

export function checkLabelBlocks(checking: CheckContext, connection: StoryRecord<'connection'>): void {
  const { id, label } = connection;
  const outside = languagesWithTextOutsideBlocks(checking, label);
  if (outside.length > 0)
    checking.warn('text-outside-blocks', connection, checkMessages.textOutside(checking.connectionName(connection)), {
      label: checkMessages.fixes.paragraph,
      command: { do: 'change', kind: 'connection', id, fields: { label: wrapFieldTexts(label, outside) } },
    } satisfies QuickFix);
}

/** The languages whose text it is. */
function languagesWithTextOutsideBlocks({ engine, languages }: CheckContext, cells: LocalizedField): readonly string[] {
  if (engine === undefined || engine === 'json') return [];
  return languages.filter((iso) => {
    const text = cells[iso]?.text;
    return text !== undefined && text !== null && text !== '' && !isEngineText(text) && hasTextOutsideBlocks(text);
  });
}

const wrapFieldTexts = (cells: LocalizedField, locales: readonly string[]): Record<string, { text: string }> =>
  Object.fromEntries(locales.map((iso) => [iso, { text: wrapTextInParagraphs(cells[iso]?.text ?? '') }]));
