/** The integration for the Unreal editor: two lines in the settings of the game project. */
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { type EditorIntegration, type IntegrationEdit, type IntegrationInput, receiptParser } from '../editor-integration.ts';
import { decodeLossless } from '../lossless-text.ts';
import { addAutoReimportLines, editorSettingsPath, removeAutoReimportLines } from './auto-reimport-settings.ts';

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
