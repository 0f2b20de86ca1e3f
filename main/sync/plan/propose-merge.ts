/**
 * Proposes a text with the changes of both sides, word by word. Only the user can accept it: two edits that do not overlap can still contradict each other,
 * which sync cannot know.
 */
import type { Conflict, ConflictValues } from '../../../shared/contracts/sync.ts';
import { splitWords } from '../../../shared/diff/word-diff.ts';
import { appendAll } from '../../../shared/lists.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { linesOfText, textOfLines } from '../../story-format/record-block.ts';
import { mergeParagraphs } from './merge-paragraphs.ts';

/** Longer texts have so many words that comparing them takes too long; they are merged by paragraphs. */
const maxWords = 20_000;

type TextConflict = Pick<Conflict, 'kind' | 'field' | 'reason'> & ConflictValues;

/**
 * null if the edits overlap or touch, or if the result would be no valid text. Names and scripts are not merged by words: they mean something as a whole.
 * Takes up to 40 ms for a long text.
 */
export function proposeMergedText({ kind, field, reason, base, local, remote }: TextConflict): string | null {
  if (reason !== 'bothChanged' || field === null) return null;
  if (typeof base !== 'string' || typeof local !== 'string' || typeof remote !== 'string') return null;
  const format = field === 'css' ? 'plain' : getKind(kind).texts[field]?.format;
  if (format === undefined || format === 'script') return null;
  const lines = mergeParagraphs(linesOfText(base, format), linesOfText(local, format), linesOfText(remote, format));
  if (lines) return valid(textOfLines(lines, format), format);
  if (format !== 'rich' && format !== 'note') return null;
  const [baseWords, localWords, remoteWords] = [base, local, remote].map(splitMarkup);
  if (!baseWords || !localWords || !remoteWords || baseWords.length + localWords.length + remoteWords.length > maxWords) return null;
  const words = mergeParagraphs(baseWords, localWords, remoteWords);
  return words && valid(words.join(''), format);
}

/** Markup of both sides may not fit together. */
function valid(text: string, format: string): string | null {
  if (format !== 'rich' && format !== 'note') return text;
  const result = canonicalizeRichText(text, format === 'note' ? 'note' : 'story');
  return result.ok ? result.html : null;
}

/** Tags, and the words, spaces and marks between them. Lines of scripts are merged above; a line of code is one piece, because it means something as a whole. */
function splitMarkup(html: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < html.length; ) {
    const isTag = html[at] === '<';
    const closing = html.startsWith('<pre', at) ? '</pre>' : '>';
    const end = isTag ? html.indexOf(closing, at) + closing.length : html.indexOf('<', at);
    const next = end > at ? end : html.length;
    const part = html.slice(at, next);
    appendAll(words, isTag ? [part] : splitWords(part));
    at = next;
  }
  return words;
}
