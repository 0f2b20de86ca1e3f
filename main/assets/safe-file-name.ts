/**
 * The name a file came with, made so that it means no harm on any file system and shows as what it is: no folders, no control
 * characters, nothing that turns the reading direction, no reserved names of Windows, an extension that fits what the bytes are.
 */
import { invalidFieldProblem } from '../../shared/problem.ts';
import { knownExtensions, type MediaFormat } from './media-formats.ts';

/** Bytes in UTF-8: file systems take 255, and exports put something before or after it. */
const maxNameBytes = 200;

/** Controls, lone surrogates, line separators, bidi controls, and what has no width. The joiner of emoji (200D) stays. */
const invisibleCharacters =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;
const reservedNames = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:$|[\s.])/i;

/** Throws a 400 at `file` when nothing is left of the name. */
export function toSafeFileName(given: string, { extensions }: MediaFormat): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const named = last
    .replace(invisibleCharacters, '')
    .replace(/[<>:"|?*]/g, '_')
    .normalize('NFC');
  const plain = named.slice(0, findTrimmedEnd(named));
  const dot = plain.lastIndexOf('.');
  const ending = dot >= 0 ? plain.slice(dot + 1).toLowerCase() : '';
  const fits = extensions.includes(ending);
  const stem = trimDotsAndSpaces(fits || knownExtensions.has(ending) ? plain.slice(0, dot) : plain);
  if (stem.replaceAll('_', '') === '') throw invalidFieldProblem('file', 'has no name that can be kept');
  const extension = fits ? ending : extensions[0];
  const whole = truncateToBytes(reservedNames.test(stem) ? `_${stem}` : stem, maxNameBytes - extension.length - 1);
  return `${trimDotsAndSpaces(whole)}.${extension}`;
}

/** Windows drops dots and spaces at the end; a dot in front hides a file elsewhere. */
const trimDotsAndSpaces = (text: string): string => text.slice(Math.max(0, text.search(/[^\s.]/)), findTrimmedEnd(text));

/** Where dots and spaces at the end begin. Walked and not matched: a long run of them inside would cost the square of its length. */
function findTrimmedEnd(text: string): number {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end--;
  return end;
}

function truncateToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) break;
    kept += segment;
  }
  return kept;
}
