/**
 * Two lines in the settings of an Unreal project that keep the editor from asking, after each export, whether our files are to be
 * imported as its own. Every other byte of the file stays; taken out again, the file is what it was.
 */
import { decodeLossless } from '../lossless-text.ts';

export const editorSettingsPath = 'Config/DefaultEditor.ini';
const settingsSection = '[/Script/UnrealEd.EditorLoadingSavingSettings]';
export const autoReimportLines = [
  '+AutoReimportWildcards=(Wildcard="ArcweaveExport/*.json",bInclude=False)',
  '+AutoReimportWildcards=(Wildcard="ArcweaveExport/assets/*",bInclude=False)',
];

/** Never tried in an editor (docs/adr/0040-unreal-auto-reimport.md): the text says what is known, and what works in any case. */
export const autoReimportDescription =
  'Two lines, of the kind that the published Arcweave example project has, ask the Unreal editor not to import our files as its own. It reads them when it starts. If it still asks, exclude “ArcweaveExport/*” for /Game/ under Editor Preferences › Loading & Saving › Auto Reimport: newer editors keep this setting there.';

/** What was put in, so that exactly that can be taken out. Positions would not outlive the user's own edits; texts do. */
export interface SettingsEdit {
  readonly bytes: Buffer;
  readonly inserted: string;
}

/** null: the lines are there already, and not by us. `bytes` null: there is no such file yet. */
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
  const gap = text === '' ? '' : /\n$/.test(text) ? newLine : newLine + newLine;
  const inserted = `${gap}${settingsSection}${newLine}${missing.join(newLine)}${newLine}`;
  return { bytes: file.encode(text + inserted), inserted };
}

/** null: nothing of it is there any more. An empty Buffer means that nothing was there before us. */
export function removeAutoReimportLines(bytes: Buffer, inserted: string): Buffer | null {
  const file = decodeLossless(bytes);
  const { text } = file;
  const at = text.indexOf(inserted);
  if (at >= 0) return file.encode(text.slice(0, at) + text.slice(at + inserted.length));
  // Someone has edited around them: then only the lines themselves go.
  const rest = text.replace(new RegExp(`^(?:${autoReimportLines.map(escapeRegExp).join('|')})[ \\t]*(?:\\r?\\n|$)`, 'gm'), '');
  return rest === text ? null : file.encode(rest);
}

const splitLines = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trimEnd());
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
