/**
 * [G21] What the service of a workspace takes of rich text is less than a story may hold. In a mirrored project only that can be
 * written; a text that holds more is left as it is until its writer simplifies it. Pure.
 */
import { sameRichText } from '../../shared/rich-text/same.ts';
import { lostIn, simplified, type Taken } from '../../shared/rich-text/simplified.ts';
import { dialectWords } from '../words/en/mirror.ts';

/** What of a text the service would refuse, in words and each once; none where it takes all that the text says. */
export function refusedIn(html: string | null, dialect: Taken): string[] {
  if (html === null || sameRichText(html, simplified(html, dialect))) return [];
  const words: Readonly<Record<string, string>> = dialectWords.parts;
  const found = lostIn(html, dialect).flatMap((name) => words[name] ?? []);
  return found.length > 0 ? [...new Set(found)] : [dialectWords.parts.other];
}
