/**
 * Turns names of assets and folders into file names that every file system and every engine accepts: without characters that any of them
 * rejects, and without names that an engine hides or reserves. A valid name is returned unchanged.
 */
import { invisibleCharacters, reservedNames, truncateToBytes } from '../platform/file-names.ts';

/** Bytes in UTF-8. File systems accept 255, and the engines' editors append extensions. */
const maxFileNameBytes = 180;
const forbiddenCharacters = /[\\/:*?"<>|]/g;
/** Extensions of files that the engines' editors create, which no exported file may have. */
const editorFileExtensions = /\.(?:meta|import|uid|uasset|umap|uproject)$/i;

export function safeFileName(name: string, adjustName: (name: string) => string = (safe) => safe): string {
  let safe = name.replace(invisibleCharacters, '').normalize('NFC').replace(forbiddenCharacters, '_');
  // Engines ignore names that begin with a dot or end with a tilde, and Windows removes dots and spaces at the end.
  safe = withSafeEnd(safe.replace(/^[\s.]+/u, '_'));
  if (reservedNames.test(safe)) safe = `_${safe}`;
  safe = adjustName(safe);
  return truncateFileName(safe === '' ? '_' : safe);
}

/** The name before its last dot, and the extension with the dot. */
export function splitFileExtension(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

function truncateFileName(name: string): string {
  const [base, extension] = splitFileExtension(name);
  const room = maxFileNameBytes - Buffer.byteLength(extension);
  if (Buffer.byteLength(name) <= maxFileNameBytes) return name;
  if (room < 20) return withSafeEnd(truncateToBytes(name, maxFileNameBytes - 1));
  return `${withSafeEnd(truncateToBytes(base, room))}${extension}`;
}

/** May make the name a byte longer. */
function withSafeEnd(name: string): string {
  const safe = name.replace(/(?<![\s.~])[\s.~]+$/u, '_');
  return editorFileExtensions.test(safe) ? `${safe}_` : safe;
}
