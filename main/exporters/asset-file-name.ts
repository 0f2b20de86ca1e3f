/**
 * Names of assets and of their folders as files that every file system and every engine takes: no signs that one of them refuses, no
 * name that an engine hides or keeps for itself. A name that is fine stays as it is, to the letter.
 */
import type { ExportFormat } from '../../shared/contracts/findings.ts';

/** Bytes in UTF-8: file systems take 255, and the editors put an ending of their own behind it. */
const maxFileNameBytes = 180;
/** Controls, lone surrogates, what turns the reading direction, what has no width. The joiner of emoji (200D) stays. */
const invisibleCharacters =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;
const forbiddenCharacters = /[\\/:*?"<>|]/g;
const reservedNames = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=$|[\s.])/i;
/** Files of the editors, which no file of ours may look like. */
const editorFileExtensions = /\.(?:meta|import|uid|uasset|umap|uproject)$/i;

export function safeFileName(name: string, engine: ExportFormat): string {
  let safe = name.normalize('NFC').replace(invisibleCharacters, '').replace(forbiddenCharacters, '_');
  // Engines look past what begins with a dot or ends with a tilde; Windows drops dots and spaces at the end.
  safe = safe.replace(/^[\s.]+/u, '_').replace(/[\s.~]+$/u, '_');
  if (reservedNames.test(safe)) safe = `_${safe}`;
  if (editorFileExtensions.test(safe)) safe = `${safe}_`;
  // Its importer takes any file for the story whose name holds this, in folders below, too.
  if (engine === 'unreal') safe = safe.replace(/\.json/gi, '_json');
  return truncateFileName(safe === '' ? '_' : safe);
}

/** Before and from the last dot on. */
export function splitFileExtension(name: string): [base: string, ending: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

function truncateFileName(name: string): string {
  const [base, ending] = splitFileExtension(name);
  const room = maxFileNameBytes - utf8Length(ending);
  if (utf8Length(name) <= maxFileNameBytes) return name;
  if (room < 20) return truncateToBytes(name, maxFileNameBytes);
  return `${truncateToBytes(base, room).replace(/[\s.~]+$/u, '_')}${ending}`;
}

function truncateToBytes(text: string, bytes: number): string {
  let kept = '';
  let length = 0;
  for (const sign of text) {
    length += utf8Length(sign);
    if (length > bytes) break;
    kept += sign;
  }
  return kept;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
