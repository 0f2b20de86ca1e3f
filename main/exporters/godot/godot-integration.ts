/**
 * The integration for the Godot editor: writes the story into the resource in which the addon stores it, or points the addon at the REST service on this
 * computer (godot-environment.ts).
 */

import { dirname, join } from 'node:path';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { Disk } from '../../platform/disk.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { type EditorIntegration, type IntegrationEdit, type IntegrationInput, receiptParser } from '../editor-integration.ts';
import { byteStringToUtf8, decodeLossless } from '../lossless-text.ts';
import {
  applyApiDomain,
  type EnvironmentReceipt,
  environmentPath,
  environmentReceiptSchema,
  revertApiDomain,
  setApiDomain,
} from './godot-environment.ts';
import {
  findProjectSettings,
  isArcweaveResource,
  removeProjectSettings,
  setProjectSettings,
  toGodotVariantText,
} from './godot-resource.ts';

const receiptSchema = z.strictObject({
  is: z.literal('resource'),
  path: z.string(),
  /** The SHA-256 of the value before the first edit, as an archived text; null if there was none. */
  before: z.string().nullable(),
  /** The SHA-256 of the written value, and of the story from which it was created; and the stamp of the file after it was written. */
  value: z.string(),
  story: z.string(),
  stamp: z.string(),
});
type ResourceReceipt = z.infer<typeof receiptSchema>;

/** The maximum number of files and folders that are searched for resources. */
const maxVisitedEntries = 20_000;

const isResourcePath = (path: string): boolean => /\.tres$/i.test(path);
const hashByteString = (text: string): string => fingerprintOf(Buffer.from(text, 'latin1')).sha256;

type GodotReceipt = ResourceReceipt | EnvironmentReceipt;

export const godotIntegration: EditorIntegration<GodotReceipt> = {
  description: message('exporter.godot.integration'),
  noFileHint: message('exporter.godot.noResource'),
  usesStory: true,
  protectedPath: environmentPath,
  describe: (path) => (path === environmentPath ? message('exporter.godot.apiDomain') : undefined),
  async findPaths(disk, root) {
    const hasAddon = (await disk.kind(join(root, dirname(environmentPath)))) === 'folder';
    return [...(await findArcweaveResources(disk, root)), ...(hasAddon ? [environmentPath] : [])];
  },
  accepts: (path) => path === environmentPath || isResourcePath(path),
  async preview(bytes, storyText, { path, apiAddress }) {
    if (path === environmentPath) {
      const before = bytes?.toString('utf8') ?? null;
      const edit = setApiDomain(before, apiAddress);
      return edit && { before, after: edit.text };
    }
    const { text } = decodeLossless(bytes ?? Buffer.alloc(0));
    const range = await findProjectSettings(text);
    if (range === undefined || storyText === undefined) return undefined;
    const after = setProjectSettings(text, range, await toGodotVariantText(storyText));
    return { before: byteStringToUtf8(text), after: byteStringToUtf8(after), contextLines: 1 };
  },
  async apply({ receipt, ...input }) {
    // A receipt belongs to the file at its path.
    if (input.path === environmentPath) return applyApiDomain({ ...input, receipt: receipt?.is === 'environment' ? receipt : undefined });
    return applyResource({ ...input, receipt: receipt?.is === 'resource' ? receipt : undefined });
  },
  async revert({ bytes, receipt, readArchivedText }) {
    if (receipt.is === 'environment') return revertApiDomain(bytes, receipt);
    const { text, encode } = decodeLossless(bytes);
    const range = await findProjectSettings(text);
    if (!range || hashByteString(text.slice(range.from, range.to)) !== receipt.value) return null;
    if (receipt.before === null) return encode(removeProjectSettings(text, range));
    const before = await readArchivedText(receipt.before);
    return before === undefined ? null : encode(setProjectSettings(text, range, before));
  },
  parseReceipt: receiptParser(z.union([receiptSchema, environmentReceiptSchema])),
  isCurrent: (receipt, { storySha256, stamp }) => receipt.is === 'resource' && receipt.story === storySha256 && stamp === receipt.stamp,
  withStamp: (receipt, stamp) => (receipt.is === 'resource' ? { ...receipt, stamp } : receipt),
  archivedTexts: (receipt) => (receipt.is === 'resource' && receipt.before !== null ? [receipt.before] : []),
};

async function applyResource({
  path,
  bytes,
  receipt,
  story,
  archiveText,
}: IntegrationInput<ResourceReceipt>): Promise<IntegrationEdit<ResourceReceipt>> {
  if (story === undefined) return { type: 'unchanged' };
  if (!bytes) return { type: 'changedByOthers', change: 'deleted' };
  const { text, encode } = decodeLossless(bytes);
  const range = isArcweaveResource(text) ? await findProjectSettings(text) : undefined;
  if (range === undefined) throw new Problem('folder', message('targets.problem.notArcweaveResource', { path }), { context: { path } });
  const value = await toGodotVariantText(story.text);
  const old = range && text.slice(range.from, range.to);
  const before = receipt ? receipt.before : await archiveFirstValue(old, archiveText);
  // Comparing, encoding and hashing a long value takes a whole slice each.
  const yielder = new CooperativeYielder();
  const isChanged = old !== value;
  await yielder.yieldIfNeeded();
  const edited = isChanged ? encode(setProjectSettings(text, range, value)) : null;
  await yielder.yieldIfNeeded();
  return {
    type: 'write',
    bytes: edited,
    receipt: { is: 'resource', path, before, value: hashByteString(value), story: story.sha256, stamp: '' },
  };
}

/** Archives the first value, which is restored when the integration is turned off, whatever was written since. */
const archiveFirstValue = async (value: string | null, archiveText: (text: string) => Promise<string>): Promise<string | null> =>
  value === null ? null : archiveText(value);

/** Finds resources of the addon among the game's own files. */
async function findArcweaveResources(disk: Disk, root: string): Promise<string[]> {
  const found: string[] = [];
  let room = maxVisitedEntries;
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await disk.listNames(join(root, folder))).sort()) {
      room -= 1;
      if (room < 0) return;
      if (name.startsWith('.') || name.endsWith('~') || (folder === '' && name === 'addons')) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isResourcePath(name)) {
        if (isArcweaveResource(await disk.readText(join(root, path)).catch(() => ''))) found.push(path);
      } else if ((await disk.kind(join(root, path))) === 'folder') await walk(path);
    }
  };
  await walk('');
  return found;
}
