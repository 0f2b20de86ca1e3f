/**
 * The editor integration of a target: the only file besides the export that is written into a game project, after the user has seen and
 * accepted the edit. A receipt of the edit is stored first, so that exactly this edit can be removed again, if the file is still unchanged.
 * The exporter decides what is written.
 */

import { dirname } from 'node:path';
import { readFullText } from '../../../shared/contracts/export-file.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { EditorIntegrationOffer } from '../../../shared/contracts/targets.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import type { EditorIntegration, IntegrationReceipt } from '../../exporters/editor-integration.ts';
import { type Exporter, mainStoryPath } from '../../exporters/exporter.ts';
import { exporters } from '../../exporters/exporters.ts';
import type { Disk } from '../../platform/disk.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { openInPerforce, recordInPerforce } from '../../platform/perforce.ts';
import {
  fileJustChangedProblem,
  fileNotFoundProblem,
  integrationChangedFinding,
  perforceFinding,
  readOnlyProblem,
  toGameFolderProblem,
} from '../delivery-messages.ts';
import type { PutText, TextArchive } from '../history/text-archive.ts';
import { compareTexts } from './compare-texts.ts';
import { resolveSafePath } from './safe-path.ts';
import { StagingFolder } from './staging-folder.ts';
import { isAssetFile, type TargetFile } from './target-file.ts';

const integrationKeyPrefix = 'integration/';
type ReceiptKey = (target: string) => string;
/** Where the receipt of a target's edit is stored. */
const integrationKey: ReceiptKey = (target) => `${integrationKeyPrefix}${target}`;
/** Where the receipt of an edit is stored while it replaces the one of another file. */
const replacementKey: ReceiptKey = (target) => `${integrationKeyPrefix}${target}/replacement`;
export const integrationKeysOf = (target: string): string[] => [integrationKey(target), replacementKey(target)];

export interface IntegrationContext {
  readonly id: string;
  readonly disk: Disk;
  readonly exporter: Exporter;
  readonly root: string;
  readonly store: KeyValueStore;
  readonly archive: TextArchive;
  /** The address of the REST service on this computer, with a slash at its end. */
  readonly apiAddress: string;
  /** Whether Perforce opens a read-only file, and is told of a new or removed one. */
  readonly perforce: boolean;
}

/** Where the exported story file is read from: the folder, or the export before it is written. */
export interface StorySource {
  readonly sha256: string;
  readText(): Promise<string>;
}

/** Previews of what the exporter's integration would write. Only reads. */
export async function listIntegrationOffers(
  context: IntegrationContext,
  story: StorySource | undefined,
): Promise<EditorIntegrationOffer[]> {
  const { integration } = context.exporter;
  if (integration === null) return [];
  const storyText = await story?.readText();
  const offers: EditorIntegrationOffer[] = [];
  for (const path of await integration.findPaths(context.disk, context.root)) {
    const bytes = await readIntegrationFile(context, path);
    const preview = await integration.preview(bytes, storyText, { path, apiAddress: context.apiAddress });
    if (preview === undefined) continue;
    const diff = compareTexts(preview.before, preview.after, preview.contextLines);
    offers.push({ path, action: bytes ? 'change' : 'create', description: integration.describe?.(path) ?? integration.description, diff });
  }
  return offers;
}

/**
 * Applies or updates the integration. An edit of another file is only reverted once this file is written, so that the one or the other is
 * in place whatever fails. A file that another program has changed since is left unchanged and reported. Throws for a path that the
 * exporter does not offer, and for a file that cannot be edited.
 */
export async function applyIntegration(context: IntegrationContext, path: string, source: StorySource | undefined): Promise<Finding[]> {
  const { integration } = context.exporter;
  if (!integration?.accepts(path)) throw invalidFieldProblem('integrationFile', message('targets.fault.noIntegration'));
  await revertReplacement(context);
  if (integration.usesStory && source === undefined) return [];
  const last = readReceipt(context);
  if (last === undefined || (await isSameFile(context, last.path, path))) return applyEdit(context, integration, path, source);
  try {
    const findings = await applyEdit(context, integration, path, source, replacementKey);
    await revertEdit(context, last);
    const receipt = readReceipt(context, replacementKey);
    if (receipt) storeReceipt(context, receipt);
    context.store.remove([(receipt ? replacementKey : integrationKey)(context.id)]);
    return findings;
  } catch (error) {
    await revertReplacement(context);
    throw error;
  }
}

/** Removes the integration, or applies it to a file, which another one then replaces. */
export async function switchIntegration(
  context: IntegrationContext,
  path: string | null,
  story: () => Promise<StorySource | undefined>,
): Promise<void> {
  try {
    if (path === null) await removeIntegration(context);
    else await applyIntegration(context, path, await story());
  } catch (error) {
    throw toGameFolderProblem(error, context.root);
  }
}

/** Removes the edit if the file is still unchanged. */
export async function removeIntegration(context: IntegrationContext): Promise<void> {
  await revertReplacement(context);
  const receipt = readReceipt(context);
  if (!receipt) return;
  await revertEdit(context, receipt);
  context.store.remove([integrationKey(context.id)]);
}

/** Edits the file, and stores the receipt under `key`. */
async function applyEdit(
  context: IntegrationContext,
  integration: EditorIntegration,
  path: string,
  source: StorySource | undefined,
  key: ReceiptKey = integrationKey,
): Promise<Finding[]> {
  const { archive, disk } = context;
  const receipt = readReceipt(context, key);
  const at = await resolveIntegrationPath(context, path);
  const stampOf = async (): Promise<string | undefined> => (await disk.stat(at))?.stamp;
  if (receipt && source && integration.isCurrent?.(receipt, { storySha256: source.sha256, stamp: await stampOf() })) return [];
  const bytes = await readIntegrationFile(context, path);
  const story = integration.usesStory && source ? { sha256: source.sha256, text: await source.readText() } : undefined;
  const edit = await archive.add(async (put) => {
    const archiveText = (text: string): Promise<string> => putText(put, text);
    const applied = await integration.apply({ path, bytes, apiAddress: context.apiAddress, receipt, story, archiveText });
    if (applied.type === 'write') storeReceipt(context, applied.receipt, key);
    return applied;
  });
  if (edit.type === 'unchanged') return [];
  if (edit.type === 'changedByOthers') {
    if (receipt === undefined) throw fileNotFoundProblem(path);
    return [integrationChangedFinding(path, edit.change)];
  }
  const findings = edit.bytes ? await writeEdit(context, { path, bytes: edit.bytes, before: bytes, receipt, key }) : [];
  if (integration.withStamp) storeReceipt(context, integration.withStamp(edit.receipt, (await stampOf()) ?? ''), key);
  return findings;
}

/** Writes an edit whose receipt is stored. If that fails, the receipt before it is stored again, since the file is as that describes it. */
async function writeEdit(
  context: IntegrationContext,
  edit: {
    readonly path: string;
    readonly bytes: Buffer;
    readonly before: Buffer | null;
    readonly receipt: IntegrationReceipt | undefined;
    readonly key: ReceiptKey;
  },
): Promise<Finding[]> {
  try {
    return await writeIntegrationFile(context, edit.path, edit.bytes, edit.before);
  } catch (error) {
    if (edit.receipt) storeReceipt(context, edit.receipt, edit.key);
    else context.store.remove([edit.key(context.id)]);
    throw error;
  }
}

/** Removes an edit from its file, if that is still unchanged. The receipt stays stored. */
async function revertEdit(context: IntegrationContext, receipt: IntegrationReceipt): Promise<void> {
  const { archive, exporter } = context;
  const bytes = await readIntegrationFile(context, receipt.path).catch((error: unknown) => {
    // The path leads out of the project now, such as by a link. Any other file that cannot be read keeps its receipt.
    if (error instanceof Problem) return null;
    throw error;
  });
  const readArchivedText = (sha256: string): Promise<string | undefined> => archive.readText(sha256);
  const rest = bytes && (await exporter.integration?.revert({ bytes, receipt, readArchivedText }));
  if (bytes && rest === 'delete') await removeIntegrationFile(context, receipt.path, fingerprintOf(bytes).sha256);
  else if (bytes && rest instanceof Buffer) await writeIntegrationFile(context, receipt.path, rest, bytes);
}

/** Reverts an edit that was to replace another one and did not: it failed, or the process ended meanwhile. */
async function revertReplacement(context: IntegrationContext): Promise<void> {
  const receipt = readReceipt(context, replacementKey);
  if (receipt && receipt.path !== readReceipt(context)?.path) await revertEdit(context, receipt);
  context.store.remove([replacementKey(context.id)]);
}

/** Whether both paths lead to one file, also by a link or in another case. */
async function isSameFile(context: IntegrationContext, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const stampOf = async (path: string): Promise<string | undefined> =>
    (await context.disk.stat(await resolveIntegrationPath(context, path)))?.stamp;
  const stamp = await stampOf(other);
  return stamp !== undefined && stamp === (await stampOf(one).catch(() => undefined));
}

async function putText(put: PutText, text: string): Promise<string> {
  const { sha256 } = fingerprintOf(Buffer.from(text));
  await put(sha256, [Buffer.from(text)]);
  return sha256;
}

const readReceipt = ({ store, id, exporter }: IntegrationContext, key: ReceiptKey = integrationKey): IntegrationReceipt | undefined =>
  exporter.integration?.parseReceipt(store.get(key(id)));
const storeReceipt = ({ store, id }: IntegrationContext, receipt: IntegrationReceipt, key: ReceiptKey = integrationKey): void =>
  store.put([{ id: key(id), value: receipt }]);

/** The SHA-256 of the archived texts to which stored receipts refer. */
export function textsUsedByIntegrations(store: KeyValueStore): string[] {
  const integrations = exporters.flatMap(({ integration }) => integration ?? []);
  return store.list(integrationKeyPrefix).flatMap(({ value }) => integrations.flatMap((each) => archivedTextsOf(each, value)));
}

function archivedTextsOf(integration: EditorIntegration, value: unknown): readonly string[] {
  const receipt = integration.parseReceipt(value);
  return receipt === undefined ? [] : (integration.archivedTexts?.(receipt) ?? []);
}

const resolveIntegrationPath = ({ disk, root, exporter }: IntegrationContext, path: string): Promise<string> =>
  resolveSafePath(disk, root, exporter, path, { isIntegration: true });

async function readIntegrationFile(context: IntegrationContext, path: string): Promise<Buffer | null> {
  const at = await resolveIntegrationPath(context, path);
  return (await context.disk.kind(at)) === null ? null : context.disk.readBytes(at);
}

/** Writes the file like any file of an export: staged, flushed to the disk, and renamed over the old one if that is unchanged. */
async function writeIntegrationFile(context: IntegrationContext, path: string, bytes: Buffer, expected: Buffer | null): Promise<Finding[]> {
  const { disk, root, id, perforce } = context;
  const to = await resolveIntegrationPath(context, path);
  const isReadOnly = expected !== null && (await disk.stat(to))?.isWritable === false;
  const remaining = isReadOnly && perforce ? await openInPerforce(disk, root, { edited: [path], removed: [] }) : [path];
  if (isReadOnly && remaining.length > 0) throw readOnlyProblem(path);
  const seen = expected && (await disk.stat(to));
  const staging = new StagingFolder(disk, root, id);
  await staging.assertOwnFolder();
  try {
    const staged = await staging.write(bytes, seen?.mode ?? null);
    await disk.createFolder(dirname(to));
    const isReplaced = await staging.replace(staged, to, expected && fingerprintOf(expected).sha256, fingerprintOf(bytes).sha256);
    if (!isReplaced) throw fileJustChangedProblem(path);
    await disk.syncFolder(dirname(to));
    if ((await staging.restoreKeptFiles()).length > 0) throw fileJustChangedProblem(path);
  } finally {
    await staging.discard();
  }
  const failed = perforce && expected === null ? await recordInPerforce(root, { added: [path], removed: [] }) : null;
  return failed === null ? [] : [perforceFinding(failed)];
}

async function removeIntegrationFile(context: IntegrationContext, path: string, expectedSha256: string): Promise<void> {
  const { disk, root, id, perforce } = context;
  const at = await resolveIntegrationPath(context, path);
  const isReadOnly = (await disk.stat(at))?.isWritable === false;
  if (perforce && isReadOnly) await openInPerforce(disk, root, { edited: [], removed: [path] });
  const staging = new StagingFolder(disk, root, id);
  try {
    if (!(await staging.remove(at, expectedSha256))) return;
  } finally {
    await staging.discard();
  }
  await disk.removeIfEmpty(dirname(at));
  if (perforce && !isReadOnly) await recordInPerforce(root, { added: [], removed: [path] });
}

/** The story of an export that has not been written yet. */
export function storySourceFrom(exporter: Exporter, files: readonly TargetFile[]): StorySource | undefined {
  const file = files.find(({ path }) => path === mainStoryPath(exporter));
  if (!file || isAssetFile(file) || !('chunks' in file)) return undefined;
  const text = readFullText(file);
  return { sha256: fingerprintOf(Buffer.from(text)).sha256, readText: async () => text };
}
