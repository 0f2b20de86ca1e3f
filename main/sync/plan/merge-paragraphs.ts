/**
 * Merges two versions of a text that both differ from their common one, paragraph by paragraph. Sync with a workspace only proposes the result, because a
 * workspace cannot show where it comes from; between files of a story folder it is used.
 */
import { diffLines } from '../../../shared/diff/line-diff.ts';
import { appendAll } from '../../../shared/lists.ts';

/** Paragraphs of the base that one side has replaced. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The merged paragraphs; null where both sides have changed the same paragraph, or have added some at the same place. */
export function mergeParagraphs(base: readonly string[], local: readonly string[], remote: readonly string[]): readonly string[] | null {
  const [mine, other] = [replacementsIn(base, local), replacementsIn(base, remote)];
  const merged: Replacement[] = [...mine];
  for (const each of other) {
    const near = mine.filter((one) => touches(one, each));
    if (near.some((one) => isSame(one, each))) continue;
    if (near.length > 0) return null;
    merged.push(each);
  }
  merged.sort((one, two) => one.start - two.start || one.end - two.end);
  const lines: string[] = [];
  let at = 0;
  for (const { start, end, lines: added } of merged) {
    appendAll(lines, base.slice(at, start));
    appendAll(lines, added);
    at = end;
  }
  return [...lines, ...base.slice(at)];
}

/** An insertion touches what it is beside, because either could come first. */
function touches(one: Replacement, two: Replacement): boolean {
  const isInsertion = one.start === one.end || two.start === two.end;
  return isInsertion ? one.start <= two.end && two.start <= one.end : one.start < two.end && two.start < one.end;
}

const isSame = (one: Replacement, two: Replacement): boolean =>
  one.start === two.start &&
  one.end === two.end &&
  one.lines.length === two.lines.length &&
  one.lines.every((line, at) => line === two.lines[at]);

function replacementsIn(base: readonly string[], changed: readonly string[]): Replacement[] {
  const found: { start: number; end: number; lines: string[] }[] = [];
  let at = 0;
  let isOpen = false;
  for (const { type, text } of diffLines(base, changed)) {
    const last = found.at(-1);
    if (type === 'both') {
      at += 1;
      isOpen = false;
      continue;
    }
    const replacement = isOpen && last ? last : { start: at, end: at, lines: [] };
    if (replacement !== last) found.push(replacement);
    isOpen = true;
    if (type === 'left') {
      at += 1;
      replacement.end = at;
    } else replacement.lines.push(text);
  }
  return found;
}
