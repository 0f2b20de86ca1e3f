/**
 * Edits the settings of an Unreal project: two lines stop the editor from asking, after each export, whether to import the exported files
 * as assets. Every other byte of the file is preserved; removing the lines restores the original file.
 */
import { decodeLossless } from '../lossless-text.ts';

export const editorSettingsPath = 'Config/DefaultEditor.ini';
const settingsSection = '[/Script/UnrealEd.EditorLoadingSavingSettings]';
export const autoReimportLines = [
  '+AutoReimportWildcards=(Wildcard="ArcweaveExport/*.json",bInclude=False)',
  '+AutoReimportWildcards=(Wildcard="ArcweaveExport/assets/*",bInclude=False)',
];

/**
 * `inserted` is stored so that exactly this text can be removed again. Unlike a position, a text can still be found after edits of the
 * user.
 */
interface SettingsEdit {
  readonly bytes: Buffer;
  readonly inserted: string;
}

/** null if the file already contains the lines. `bytes` is null if the file does not exist. */
export function addAutoReimportLines(bytes: Buffer | null): SettingsEdit | null {
  const file = decodeLossless(bytes ?? Buffer.alloc(0));
  const { text, newLine } = file;
  const missing = autoReimportLines.filter((line) => !splitLines(text).includes(line));
  if (missing.length === 0) return null;
  const head = new RegExp(`^${escapeRegExp(settingsSection)}[ \\t]*(?:\\r?\\n|$)`, 'm').exec(text);
  if (head) {
    const at = head.index + head[0].length;
    const inserted = `${/\n$/.test(head[0]) ? '' : newLine}${missing.join(newLine)}${newLine}`;
    return { bytes: file.encode(text.slice(0, at) + inserted + text.slice(at)), inserted };
  }
  const inserted = `${gapBefore(text, newLine)}${settingsSection}${newLine}${missing.join(newLine)}${newLine}`;
  return { bytes: file.encode(text + inserted), inserted };
}

/** null if none of the lines is left; an empty Buffer if the file contained nothing else. */
export function removeAutoReimportLines(bytes: Buffer, inserted: string): Buffer | null {
  const file = decodeLossless(bytes);
  const { text } = file;
  const at = text.indexOf(inserted);
  if (at >= 0) return file.encode(text.slice(0, at) + text.slice(at + inserted.length));
  // The surroundings were edited, so only the lines themselves are removed.
  const rest = text.replace(new RegExp(`^(?:${autoReimportLines.map(escapeRegExp).join('|')})[ \\t]*(?:\\r?\\n|$)`, 'gm'), '');
  return rest === text ? null : file.encode(rest);
}

/** The empty line that must follow the last section. */
function gapBefore(text: string, newLine: string): string {
  if (text === '') return '';
  return text.endsWith('\n') ? newLine : newLine + newLine;
}

const splitLines = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trimEnd());
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
