/** Merges two changes of a rich text by paragraphs, lists and scripts. Pure. */
import { diff3Merge } from 'node-diff3';
import { stripMentionLabels } from '../../../shared/rich-text/mentions.ts';
import { toComparableRichText } from '../../../shared/rich-text/rich-text-equality.ts';
import { parseTree, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';

/** The text with the changes of both sides; undefined if both changed the same block or adjacent ones. */
export function mergeRichText(base: string, local: string, remote: string): string | undefined {
  // Blocks are compared by meaning (G21). If they are equal, the markup of the remote is used, as in every merge.
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

/** A key for each block, which is equal for equal meaning. Adds the markup of the blocks to `markup`. */
function blockKeys(html: string, markup: Map<string, string>): string[] {
  return parseTree(html).map((node) => {
    const block = serializeNodes([node]);
    const key = toComparableRichText(stripMentionLabels(block));
    markup.set(key, block);
    return key;
  });
}
