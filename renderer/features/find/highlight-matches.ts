/** Marks the matches of a search in the texts of a record where the window shows them: on its card and in the inspector. */
import { findMatches, type SearchQuery } from '../../records/search/text-matching.ts';
import { selectedRecordId } from '../../state/selection.ts';

const highlightName = 'find-result';
const blocks = ['p', 'li', 'pre', 'h1', 'h2', 'h3', 'code', 'label', 'div'].join();

/**
 * Marks them without changing the document, which may be that of an editor, and again whenever it has changed: cards are drawn as they come into view. Returns
 * a function that removes the marks. `itemId` is the item of the record on its board.
 */
export function highlightMatches(itemId: string, query: SearchQuery): () => void {
  let frame = 0;
  const update = () => {
    frame = 0;
    CSS.highlights.set(highlightName, new Highlight(...findRanges(itemId, query)));
  };
  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(update);
  };
  const observer = new MutationObserver(schedule);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  schedule();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(highlightName);
  };
}

function findRanges(itemId: string, query: SearchQuery): Range[] {
  const card = `.board [data-id="${CSS.escape(itemId)}"]`;
  const shown = document.querySelectorAll(selectedRecordId() === itemId ? `${card}, .card-editor, .inspector` : card);
  return [...shown].flatMap((root) => textsOf(root).flatMap((nodes) => matchesIn(nodes, query)));
}

/** The text nodes of each block: a match may go across formatting, but not across blocks. */
function textsOf(root: Element): Text[][] {
  const texts = new Map<Element | null, Text[]>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const block = node.parentElement?.closest(blocks) ?? null;
    texts.set(block, [...(texts.get(block) ?? []), node]);
  }
  return [...texts.values()];
}

function matchesIn(nodes: readonly Text[], query: SearchQuery): Range[] {
  const text = nodes.map(({ data }) => data).join('');
  return findMatches(text, query).map(([start, end]) => {
    const range = new Range();
    range.setStart(...boundaryAt(nodes, start));
    range.setEnd(...boundaryAt(nodes, end));
    return range;
  });
}

function boundaryAt(nodes: readonly Text[], at: number): [node: Text, offset: number] {
  let rest = at;
  for (const node of nodes) {
    if (rest <= node.length) return [node, rest];
    rest -= node.length;
  }
  throw new RangeError(`No text at ${at}`);
}
