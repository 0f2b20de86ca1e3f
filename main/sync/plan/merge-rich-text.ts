/** Merges two changes of one rich text by paragraphs, lists and scripts. Pure. */
import { diff3Merge } from 'node-diff3';
import { stripMentionLabels } from '../../../shared/rich-text/mentions.ts';
import { toComparableRichText } from '../../../shared/rich-text/rich-text-equality.ts';
import { parseTree, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';

/** The text with the changes of both sides; undefined if both changed the same block, or blocks next to each other. */
export function mergeRichText(base: string, local: string, remote: string): string | undefined {
  // Blocks are compared by meaning (G21). The markup of equal ones is the remote's, as in every merge.
  const markup = new Map<string, string>();
  const baseKeys = blockKeys(base, markup);
  const localKeys = blockKeys(local, markup);
  const regions = diff3Merge(localKeys, baseKeys, blockKeys(remote, markup), { excludeFalseConflicts: true });
  const merged: string[] = [];
  for (const { ok } of regions) {
    if (!ok) return undefined;
    merged.push(...ok);
  }
  return merged.map((key) => markup.get(key) ?? '').join('');
}

/** A key of each block that is the same for the same meaning; the markup of the block is added to `markup`. */
function blockKeys(html: string, markup: Map<string, string>): string[] {
  return parseTree(html).map((node) => {
    const block = serializeNodes([node]);
    const key = toComparableRichText(stripMentionLabels(block));
    markup.set(key, block);
    return key;
  });
}
