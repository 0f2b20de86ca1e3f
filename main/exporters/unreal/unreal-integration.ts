/**
 * The integration for the Unreal editor: two lines in the settings of the game project stop the editor from asking, after each export, whether
 * to import the exported files as assets. Every other byte of the file is preserved; removing the lines restores the original file.
 */
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { type EditorIntegration, type IntegrationEdit, type IntegrationInput, receiptParser } from '../editor-integration.ts';
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

const receiptSchema = z.strictObject({
  is: z.literal('ini'),
  path: z.string(),
  inserted: z.string(),
  /** The SHA-256 of the original file; null if there was none. */
  was: z.string().nullable(),
});
type SettingsReceipt = z.infer<typeof receiptSchema>;

export const unrealIntegration: EditorIntegration<SettingsReceipt> = {
  // This was never tried in an editor (docs/adr/0040-unreal-auto-reimport.md), so the text describes what is known, and what works in any
  // case.
  description: message('exporter.unreal.integration'),
  usesStory: false,
  protectedPath: editorSettingsPath,
  findPaths: async () => [editorSettingsPath],
  accepts: (path) => path === editorSettingsPath,
  preview(bytes) {
    const edit = addAutoReimportLines(bytes);
    const before = bytes && decodeLossless(bytes).text;
    return { before, after: edit ? decodeLossless(edit.bytes).text : before };
  },
  apply: async (input) => applySettings(input),
  async revert({ bytes, receipt }) {
    const rest = removeAutoReimportLines(bytes, receipt.inserted);
    return rest?.length === 0 && receipt.was === null ? 'delete' : rest;
  },
  parseReceipt: receiptParser(receiptSchema),
};

function applySettings({ bytes, receipt }: IntegrationInput<SettingsReceipt>): IntegrationEdit<SettingsReceipt> {
  const edit = addAutoReimportLines(bytes);
  if (!edit) return { type: 'unchanged' };
  if (receipt) return { type: 'changedByOthers', change: bytes ? 'changed' : 'deleted' };
  const was = bytes && fingerprintOf(bytes).sha256;
  return { type: 'write', bytes: edit.bytes, receipt: { is: 'ini', path: editorSettingsPath, inserted: edit.inserted, was } };
}
