/**
 * The height at which a card shows all of its words, measured in a hidden copy of the card, which has the styles of the board. A card whose cover takes the place
 * of the text keeps its height.
 */
import { canvasSize } from '../../../shared/model/kinds/field-schemas.ts';
import { defaultItemSize, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { parseTree, type RichTextNode } from '../../../shared/rich-text/rich-text-tree.ts';
import { editingPreferencesStore } from '../../state/editing-preferences.ts';
import { shownElement, type TextLevel } from '../text/shown-rich-text.ts';

type Card = StoryRecord<'element'> | StoryRecord<'note'>;

/** Below the last line. */
const bottomMargin = 10;
/** The margin above a large cover, which has as much room as the text, as in items.css. */
const coverMargin = 9;

/** `html` is the content as it is shown. Null if the height does not depend on it. */
export function fittingHeight(project: Project, card: Card, html: string | null): number | null {
  const { coverSize } = editingPreferencesStore.getState();
  const hasImage = card.kind === 'element' && (card.cover?.type === 'image' || card.cover?.type === 'template-image');
  if (hasImage && coverSize === 'full') return null;
  const host = create('div', 'board');
  Object.assign(host.style, { position: 'absolute', visibility: 'hidden', width: '0', height: '0', overflow: 'hidden' });
  const article = create('article', `item ${card.kind}`);
  Object.assign(article.style, { width: `${card.width}px`, height: 'auto' });
  const text = create('div', 'item-text');
  // On the board, the text has the size of its box, whatever it contains.
  Object.assign(text.style, { containerType: 'normal', height: 'auto', paddingBottom: `${bottomMargin}px` });
  const lines = create('div', 'item-lines');
  appendText(lines, parseTree(html ?? ''), 'top');
  text.append(lines);
  if (card.kind === 'note') article.append(text);
  else article.append(...elementParts(project, card, text, hasImage && coverSize === 'small'));
  host.append(article);
  document.body.append(host);
  const [height, textHeight] = [article.offsetHeight, text.offsetHeight];
  host.remove();
  const needed = hasImage && coverSize === 'large' ? height + textHeight + 2 * coverMargin : height;
  return Math.round(Math.min(Math.max(needed, defaultItemSize(card.kind).height), canvasSize - card.y));
}

/** The title, the text with the room of a small cover beside it, and the chips, as in item-nodes.tsx of the board. */
function elementParts(project: Project, { id, linkedBoard }: StoryRecord<'element'>, text: HTMLElement, hasCover: boolean): HTMLElement[] {
  const header = create('header');
  const title = create('h3');
  title.textContent = '–';
  header.append(title);
  const body = create('div', 'element-body');
  body.append(text, ...(hasCover ? [create('div', 'element-cover')] : []));
  const hasChips = linkedBoard !== null || ['components', 'audio'].some((list) => project.listSize(id, list) > 0);
  if (!hasChips) return [header, body];
  const footer = create('footer');
  footer.append(create('span', 'chip'));
  return [header, body, footer];
}

function create(tag: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  return element;
}

function appendText(parent: HTMLElement, nodes: readonly RichTextNode[], level: TextLevel): void {
  for (const node of nodes) {
    const shown = typeof node === 'string' ? null : shownElement(node, level);
    if (typeof node === 'string') parent.append(node);
    else if (!shown) appendText(parent, node.children, 'nested');
    else {
      const element = create(shown.tag, shown.className);
      if (shown.marginLeft !== undefined) element.style.marginLeft = shown.marginLeft;
      appendText(element, shown.children, 'nested');
      parent.append(element);
    }
  }
}
