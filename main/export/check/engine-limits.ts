/** What an engine does not know and the export writes in another way. */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import { isEngineText } from '../engine-text.ts';
import { type Checking, sentence, words } from './checking.ts';

/** [Exports] Godot's importer throws on a cover without an id. */
export function checkComponentCover(checking: Checking, component: StoryRecord<'component'>): void {
  if (checking.engine !== 'godot' || component.cover?.type !== 'icon') return;
  const name = words(component.name[checking.main]?.text);
  checking.warn(
    'icon-cover',
    component,
    `The component “${name}” has an icon as its cover, which Godot cannot read: it is exported without one.`,
  );
}

/** [Exports] The interpreters take paragraphs, quotations and scripts; words outside of them become a paragraph. */
export function checkBlocks(checking: Checking, element: StoryRecord<'element'>): void {
  if (checking.engine === undefined || checking.engine === 'json') return;
  const isOutside = checking.languages.some((iso) => {
    const text = element.content[iso]?.text;
    return text !== undefined && text !== null && !isEngineText(text) && hasTextOutsideBlocks(text);
  });
  if (isOutside)
    checking.warn(
      'text-outside-blocks',
      element,
      sentence(`${checking.element(element)} has text outside of any paragraph: it is exported as a paragraph of its own.`),
    );
}

const blockTag = /<(\/?)(?:p|pre|blockquote|ul|ol)(?: [^>]*)?>/g;

/** Whether anything but blocks, scripts and blank space stands at the top level of a canonical rich text. */
export function hasTextOutsideBlocks(html: string): boolean {
  let depth = 0;
  let next = 0;
  const isText = (end: number): boolean =>
    depth === 0 &&
    html
      .slice(next, end)
      .replace(/<code(?: [^>]*)?>.*?<\/code>/gs, '')
      .trim() !== '';
  for (const found of html.matchAll(blockTag)) {
    if (isText(found.index)) return true;
    depth += found[1] === '/' ? -1 : 1;
    next = found.index + found[0].length;
  }
  return isText(html.length);
}
