/**
 * The helper of a target: the one file beside our own that we write into a game project, because the user has seen and wanted it. What
 * was put in is remembered before it is written, so that exactly that can be taken out again, and only while it is still ours.
 */
import { dirname, join, posix } from 'node:path';
import { z } from 'zod';
import { readFullText } from '../../shared/contracts/export-file.ts';
import type { ExportFormat, Finding } from '../../shared/contracts/findings.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { EditorIntegrationOffer } from '../../shared/contracts/targets.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import {
  findProjectSettings,
  isArcweaveResource,
  removeProjectSettings,
  setProjectSettings,
  toGodotVariantText,
} from '../exporters/godot/godot-resource.ts';
import { byteStringToUtf8, decodeLossless } from '../exporters/lossless-text.ts';
import { autoImportScript, autoImportScriptPath } from '../exporters/unity/auto-import-script.ts';
import {
  addAutoReimportLines,
  autoReimportDescription,
  editorSettingsPath,
  removeAutoReimportLines,
} from '../exporters/unreal/auto-reimport-settings.ts';
import type { Disk } from '../platform/disk.ts';
import { fingerprintOf } from '../platform/fingerprint.ts';
import { compareTexts } from './compare-texts.ts';
import { resolveSafePath } from './safe-path.ts';
import { stagingFolderName } from './staging-folder.ts';
import { isAssetCopy, type TargetFile } from './target-file.ts';
import type { TextArchive } from './text-archive.ts';

const integrationRowSchema = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('script'), path: z.string(), sha256: z.string() }),
  /** `was`: the print of the file before; null: it was not there. */
  z.strictObject({ is: z.literal('ini'), path: z.string(), inserted: z.string(), was: z.string().nullable() }),
  z.strictObject({
    is: z.literal('resource'),
    path: z.string(),
    /** The value before us, a text of the archive; null: there was none. */
    before: z.string().nullable(),
    /** The print of the value that we wrote, of the story it is of, and how the file was seen then. */
    value: z.string(),
    story: z.string(),
    stamp: z.string(),
  }),
]);
type IntegrationRow = z.infer<typeof integrationRowSchema>;

export const integrationKey = (target: string): string => `helper/${target}`;

export interface IntegrationContext {
  readonly id: string;
  readonly disk: Disk;
  readonly engine: ExportFormat;
  readonly root: string;
  readonly store: KeyValueStore;
  readonly archive: TextArchive;
}

/** The story as the folder holds it, or would. */
export interface StorySource {
  readonly sha256: string;
  readText(): Promise<string>;
}

const hashByteString = (text: string): string => fingerprintOf(Buffer.from(text, 'latin1')).sha256;

/** What there is for this editor. It only reads. */
export async function listIntegrationOffers(of: IntegrationContext, story: StorySource | undefined): Promise<EditorIntegrationOffer[]> {
  const { disk, engine, root } = of;
  if (engine === 'unity') {
    const there = await readIntegrationFile(of, autoImportScriptPath);
    const diff = compareTexts(there && byteStringToUtf8(there.toString('latin1')), autoImportScript);
    return [
      {
        path: autoImportScriptPath,
        action: there ? 'change' : 'create',
        description: 'A small script for the Unity editor presses “Import Project” after each export.',
        diff,
      },
    ];
  }
  if (engine === 'unreal') {
    const bytes = await readIntegrationFile(of, editorSettingsPath);
    const edit = addAutoReimportLines(bytes);
    const before = bytes && decodeLossless(bytes).text;
    const diff = compareTexts(before, edit ? decodeLossless(edit.bytes).text : before);
    return [
      {
        path: editorSettingsPath,
        action: bytes ? 'change' : 'create',
        description: autoReimportDescription,
        diff,
      },
    ];
  }
  if (engine !== 'godot') return [];
  const value = story && toGodotVariantText(await story.readText());
  const offers: EditorIntegrationOffer[] = [];
  for (const path of await findArcweaveResources(disk, root)) {
    const bytes = await readIntegrationFile(of, path);
    const { text } = decodeLossless(bytes ?? Buffer.alloc(0));
    const place = findProjectSettings(text);
    if (place === undefined || value === undefined) continue;
    const diff = compareTexts(byteStringToUtf8(text), byteStringToUtf8(setProjectSettings(text, place, value)), 1);
    offers.push({
      path,
      action: 'change',
      description: 'The story is put into this resource, where the Arcweave addon keeps it. Nothing else of it changes.',
      diff,
    });
  }
  return offers;
}

/** Puts the helper there, or brings it up to date; a file that someone else has changed since is left alone and said. Throws for what is not offered. */
export async function applyIntegration(of: IntegrationContext, path: string, story: StorySource | undefined): Promise<Finding[]> {
  const row = readIntegrationRow(of);
  if (row && row.path !== path) await removeIntegration(of);
  const current = readIntegrationRow(of);
  if (of.engine === 'unity' && path === autoImportScriptPath) return applyUnityScript(of, current);
  if (of.engine === 'unreal' && path === editorSettingsPath) return applyUnrealSettings(of, current);
  if (of.engine === 'godot' && /\.tres$/i.test(path)) return applyGodotResource(of, path, current, story);
  throw invalidFieldProblem('helper', 'there is no such helper for this folder');
}

/** Another helper, or none. */
export async function switchIntegration(
  of: IntegrationContext,
  path: string | null,
  story: () => Promise<StorySource | undefined>,
): Promise<void> {
  await removeIntegration(of);
  if (path !== null) await applyIntegration(of, path, await story());
}

/** Takes back what is still ours. */
export async function removeIntegration(of: IntegrationContext): Promise<void> {
  const row = readIntegrationRow(of);
  if (!row) return;
  const bytes = await readIntegrationFile(of, row.path).catch(() => null);
  if (bytes && row.is === 'script' && fingerprintOf(bytes).sha256 === row.sha256) await removeIntegrationFile(of, row.path, row.sha256);
  if (bytes && row.is === 'ini') {
    const rest = removeAutoReimportLines(bytes, row.inserted);
    if (rest?.length === 0 && row.was === null) await removeIntegrationFile(of, row.path, fingerprintOf(bytes).sha256);
    else if (rest) await writeIntegrationFile(of, row.path, rest, bytes);
  }
  if (bytes && row.is === 'resource') {
    const { text, encode } = decodeLossless(bytes);
    const place = findProjectSettings(text);
    if (place && hashByteString(text.slice(place.from, place.to)) === row.value) {
      const before = row.before === null ? null : await of.archive.readText(row.before);
      if (before === null) await writeIntegrationFile(of, row.path, encode(removeProjectSettings(text, place)), bytes);
      else if (before !== undefined) await writeIntegrationFile(of, row.path, encode(setProjectSettings(text, place, before)), bytes);
    }
  }
  of.store.remove([integrationKey(of.id)]);
}

async function applyUnityScript(of: IntegrationContext, row: IntegrationRow | undefined): Promise<Finding[]> {
  const bytes = Buffer.from(autoImportScript);
  const { sha256 } = fingerprintOf(bytes);
  const there = await readIntegrationFile(of, autoImportScriptPath);
  const now = there && fingerprintOf(there).sha256;
  if (now === sha256 && row) return [];
  if (row?.is === 'script' && now !== row.sha256)
    return [changedByOthersFinding(autoImportScriptPath, now === null ? 'deleted' : 'changed')];
  if (!row && there && now !== sha256)
    throw new Problem('folder', `${autoImportScriptPath} is there already and is not ours.`, { context: { path: autoImportScriptPath } });
  storeIntegrationRow(of, { is: 'script', path: autoImportScriptPath, sha256 });
  if (now !== sha256) await writeIntegrationFile(of, autoImportScriptPath, bytes, there);
  return [];
}

async function applyUnrealSettings(of: IntegrationContext, row: IntegrationRow | undefined): Promise<Finding[]> {
  const there = await readIntegrationFile(of, editorSettingsPath);
  const edit = addAutoReimportLines(there);
  if (row) return edit ? [changedByOthersFinding(editorSettingsPath, there ? 'changed' : 'deleted')] : [];
  if (!edit) return [];
  storeIntegrationRow(of, { is: 'ini', path: editorSettingsPath, inserted: edit.inserted, was: there && fingerprintOf(there).sha256 });
  await writeIntegrationFile(of, editorSettingsPath, edit.bytes, there);
  return [];
}

async function applyGodotResource(
  of: IntegrationContext,
  path: string,
  row: IntegrationRow | undefined,
  story: StorySource | undefined,
): Promise<Finding[]> {
  if (story === undefined) return [];
  const known = row?.is === 'resource' ? row : undefined;
  const at = await resolveSafePath(of.disk, of.root, of.engine, path, { isIntegration: true });
  if (known?.story === story.sha256 && (await of.disk.stat(at))?.stamp === known.stamp) return [];
  const bytes = await readIntegrationFile(of, path);
  if (!bytes) return [changedByOthersFinding(path, 'deleted')];
  const { text, encode } = decodeLossless(bytes);
  const place = isArcweaveResource(text) ? findProjectSettings(text) : undefined;
  if (place === undefined) throw new Problem('folder', `${path} is no resource of the Arcweave addon.`, { context: { path } });
  const value = toGodotVariantText(await story.readText());
  const old = place && text.slice(place.from, place.to);
  // The very first value is what switching off brings back, whatever came in between.
  const before = known ? known.before : old === null ? null : await archiveText(of, old);
  const next = { is: 'resource', path, before, value: hashByteString(value), story: story.sha256 } as const;
  storeIntegrationRow(of, { ...next, stamp: '' });
  if (old !== value) await writeIntegrationFile(of, path, encode(setProjectSettings(text, place, value)), bytes);
  storeIntegrationRow(of, { ...next, stamp: (await of.disk.stat(at))?.stamp ?? '' });
  return [];
}

async function archiveText({ archive }: IntegrationContext, text: string): Promise<string> {
  const { sha256 } = fingerprintOf(Buffer.from(text));
  await archive.put(sha256, [Buffer.from(text)]);
  return sha256;
}

function readIntegrationRow({ store, id }: IntegrationContext): IntegrationRow | undefined {
  const read = integrationRowSchema.safeParse(store.get(integrationKey(id)));
  return read.success ? read.data : undefined;
}
const storeIntegrationRow = ({ store, id }: IntegrationContext, row: IntegrationRow): void =>
  store.put([{ id: integrationKey(id), value: row }]);

/** The texts that helpers have put into the archive. */
export function textsUsedByIntegrations(shelf: KeyValueStore): string[] {
  return shelf.list('helper/').flatMap(({ value }) => {
    const row = integrationRowSchema.safeParse(value);
    return row.success && row.data.is === 'resource' && row.data.before !== null ? [row.data.before] : [];
  });
}

async function readIntegrationFile({ disk, root, engine }: IntegrationContext, path: string): Promise<Buffer | null> {
  const at = await resolveSafePath(disk, root, engine, path, { isIntegration: true });
  return (await disk.kind(at)) === null ? null : disk.readBytes(at);
}

/** As our own files: staged, on the disk, renamed over what must still be as it was read. */
async function writeIntegrationFile(
  { disk, root, engine, id }: IntegrationContext,
  path: string,
  bytes: Buffer,
  was: Buffer | null,
): Promise<void> {
  const to = await resolveSafePath(disk, root, engine, path, { isIntegration: true });
  const seen = was && (await disk.stat(to));
  if (seen && !seen.isWritable) throw new Problem('folder', `${path} is read-only. Check it out of version control, or make it writable.`);
  const staging = join(root, stagingFolderName, id);
  if (![null, 'folder'].includes(await disk.kind(join(root, stagingFolderName))))
    throw new Problem('folder', `${stagingFolderName} in ${root} is no folder of ours.`);
  await disk.createFolder(staging);
  try {
    const draft = join(staging, 'helper');
    await disk.writeFile(draft, bytes, seen?.mode ?? null);
    await disk.createFolder(dirname(to));
    if (!(await disk.replaceIfUnchanged(draft, to, was && fingerprintOf(was).sha256)))
      throw new Problem('folder', `${path} was changed by someone else just now.`);
    await disk.syncFolder(dirname(to));
  } finally {
    await disk.removeFolder(staging);
    await disk.removeIfEmpty(join(root, stagingFolderName));
  }
}

async function removeIntegrationFile({ disk, root, engine }: IntegrationContext, path: string, was: string): Promise<void> {
  const at = await resolveSafePath(disk, root, engine, path, { isIntegration: true });
  if (await disk.removeIfUnchanged(at, was)) await disk.removeIfEmpty(dirname(at));
}

/** The story of an export that is not written yet. */
export function storySourceFrom(files: readonly TargetFile[]): StorySource | undefined {
  const file = files.find(({ path }) => posix.basename(path) === 'project.json');
  if (!file || isAssetCopy(file) || !('chunks' in file)) return undefined;
  const text = readFullText(file);
  return { sha256: fingerprintOf(Buffer.from(text)).sha256, readText: async () => text };
}

const changedByOthersFinding = (path: string, how: 'changed' | 'deleted'): Finding => ({
  severity: 'hint',
  rule: 'helper-changed',
  message: `${path} was ${how} by someone else, so it is left as it is. Switch the helper off and on again to have it back.`,
  kind: 'file',
  id: path,
});

/** Resources of the addon, in the folders where a game keeps its own. */
async function findArcweaveResources(disk: Disk, root: string): Promise<string[]> {
  const found: string[] = [];
  let room = 20_000;
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await disk.listNames(join(root, folder))).sort()) {
      room -= 1;
      if (room < 0) return;
      if (name.startsWith('.') || name.endsWith('~') || (folder === '' && name === 'addons')) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (/\.tres$/i.test(name)) {
        if (isArcweaveResource(await disk.readText(join(root, path)).catch(() => ''))) found.push(path);
      } else if ((await disk.kind(join(root, path))) === 'folder') await walk(path);
    }
  };
  await walk('');
  return found;
}
