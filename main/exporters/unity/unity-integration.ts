/** The integration for the Unity editor: an editor script that runs “Import Project”. */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { type EditorIntegration, type IntegrationEdit, type IntegrationInput, receiptParser } from '../editor-integration.ts';
import { autoImportScript, autoImportScriptPath } from './auto-import-script.ts';

const receiptSchema = z.strictObject({ is: z.literal('script'), path: z.string(), sha256: z.string() });
type ScriptReceipt = z.infer<typeof receiptSchema>;

export const unityIntegration: EditorIntegration<ScriptReceipt> = {
  description: message('exporter.unity.integration'),
  usesStory: false,
  findPaths: async () => [autoImportScriptPath],
  accepts: (path) => path === autoImportScriptPath,
  preview: (bytes) => ({ before: bytes ? bytes.toString('utf8') : null, after: autoImportScript }),
  apply: async (input) => applyScript(input),
  revert: async ({ bytes, receipt }) => (fingerprintOf(bytes).sha256 === receipt.sha256 ? 'delete' : null),
  parseReceipt: receiptParser(receiptSchema),
};

function applyScript({ bytes: current, receipt }: IntegrationInput<ScriptReceipt>): IntegrationEdit<ScriptReceipt> {
  const bytes = Buffer.from(autoImportScript);
  const { sha256 } = fingerprintOf(bytes);
  const now = current && fingerprintOf(current).sha256;
  if (now === sha256 && receipt) return { type: 'unchanged' };
  if (receipt && now !== receipt.sha256) return { type: 'changedByOthers', change: now === null ? 'deleted' : 'changed' };
  if (!receipt && current && now !== sha256)
    throw new Problem('folder', message('targets.problem.scriptTaken', { path: autoImportScriptPath }), {
      context: { path: autoImportScriptPath },
    });
  return { type: 'write', bytes: now === sha256 ? null : bytes, receipt: { is: 'script', path: autoImportScriptPath, sha256 } };
}
