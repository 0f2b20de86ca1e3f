/**
 * Makes the name of an uploaded file safe for every file system and for display: removes folders, control characters, characters that
 * change the text direction and reserved names of Windows, and gives it an extension that matches the format of the bytes.
 */

import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { invisibleCharacters, reservedNames, truncateToBytes } from '../platform/file-names.ts';
import { knownExtensions, type MediaFormat } from './media-formats.ts';

/** Bytes in UTF-8. File systems allow 255, and exports add prefixes or suffixes. */
const maxNameBytes = 200;

/** Throws a 400 at `file` if nothing remains of the name. */
export function toSafeFileName(uploadedName: string, { extensions }: MediaFormat): string {
  const last = uploadedName.split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .replace(invisibleCharacters, '')
    .replace(/[<>:"|?*]/g, '_')
    .normalize('NFC');
  const plain = cleaned.slice(0, findTrimmedEnd(cleaned));
  const dot = plain.lastIndexOf('.');
  const extensionInName = dot >= 0 ? plain.slice(dot + 1).toLowerCase() : '';
  const isAllowed = extensions.includes(extensionInName);
  const stem = trimDotsAndSpaces(isAllowed || knownExtensions.has(extensionInName) ? plain.slice(0, dot) : plain);
  if (stem.replaceAll('_', '') === '') throw invalidFieldProblem('file', message('fault.file.noName'));
  const extension = isAllowed ? extensionInName : extensions[0];
  const base = truncateToBytes(graphemesOf(reservedNames.test(stem) ? `_${stem}` : stem), maxNameBytes - extension.length - 1);
  return `${trimDotsAndSpaces(base)}.${extension}`;
}

/** Windows removes dots and spaces at the end of names, and on other systems a leading dot hides a file. */
const trimDotsAndSpaces = (text: string): string => text.slice(Math.max(0, text.search(/[^\s.]/)), findTrimmedEnd(text));

/**
 * The position at which the trailing dots and spaces begin. Not a regular expression, because its time would grow with the square of the
 * length of such a run.
 */
function findTrimmedEnd(text: string): number {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end--;
  return end;
}

function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
