/**
 * The helper of a target: the one file beside our own that we write into a game project, because the user has seen and wanted it. What
 * was put in is remembered before it is written, so that exactly that can be taken out again, and only while it is still ours.
 */
import { dirname, join, posix } from 'node:path';
import { z } from 'zod';
import type { ExportFormat, Finding } from '../../../shared/findings.ts';
import { invalid, Problem } from '../../../shared/problem.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import { wholeText } from '../../../shared/story-file.ts';
import type { HelperOffer } from '../../../shared/targets.ts';
import type { Archive } from '../archive.ts';
import { compareTexts } from '../compare.ts';
import type { Disk } from '../disk.ts';
import { isCopy, type TargetFile } from '../files.ts';
import { safePath } from '../guard.ts';
import { printOf } from '../hash.ts';
import { stagingName } from '../staging.ts';
import { fromBytes, readAsText } from './bytes-as-text.ts';
import { findSettings, isStoryResource, variantOf, withoutSettings, withSettings } from './godot-resource.ts';
import { scriptPath, scriptText } from './unity-script.ts';
import { addLines, iniPath, iniSays, takeLines } from './unreal-ini.ts';

const helperRow = z.discriminatedUnion('is', [
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
type HelperRow = z.infer<typeof helperRow>;

export const helperRowId = (target: string): string => `helper/${target}`;

export interface HelperOf {
  readonly id: string;
  readonly disk: Disk;
  readonly engine: ExportFormat;
  readonly root: string;
  readonly shelf: Shelf;
  readonly archive: Archive;
}

/** The story as the folder holds it, or would. */
export interface Story {
  readonly sha256: string;
  text(): Promise<string>;
}

const sha = (text: string): string => printOf(Buffer.from(text, 'latin1')).sha256;

/** What there is for this editor. It only reads. */
export async function helperOffers(of: HelperOf, story: Story | undefined): Promise<HelperOffer[]> {
  const { disk, engine, root } = of;
  if (engine === 'unity') {
    const there = await read(of, scriptPath);
    const diff = compareTexts(there && fromBytes(there.toString('latin1')), scriptText);
    return [
      {
        path: scriptPath,
        does: there ? 'change' : 'create',
        says: 'A small script for the Unity editor presses “Import Project” after each export.',
        diff,
      },
    ];
  }
  if (engine === 'unreal') {
    const bytes = await read(of, iniPath);
    const edit = addLines(bytes);
    const before = bytes && readAsText(bytes).text;
    const diff = compareTexts(before, edit ? readAsText(edit.bytes).text : before);
    return [
      {
        path: iniPath,
        does: bytes ? 'change' : 'create',
        says: iniSays,
        diff,
      },
    ];
  }
  if (engine !== 'godot') return [];
  const value = story && variantOf(await story.text());
  const offers: HelperOffer[] = [];
  for (const path of await resources(disk, root)) {
    const bytes = await read(of, path);
    const { text } = readAsText(bytes ?? Buffer.alloc(0));
    const place = findSettings(text);
    if (place === undefined || value === undefined) continue;
    const diff = compareTexts(fromBytes(text), fromBytes(withSettings(text, place, value)), 1);
    offers.push({
      path,
      does: 'change',
      says: 'The story is put into this resource, where the Arcweave addon keeps it. Nothing else of it changes.',
      diff,
    });
  }
  return offers;
}

/** Puts the helper there, or brings it up to date; a file that someone else has changed since is left alone and said. Throws for what is not offered. */
export async function applyHelper(of: HelperOf, path: string, story: Story | undefined): Promise<Finding[]> {
  const row = rowOf(of);
  if (row && row.path !== path) await withdrawHelper(of);
  const current = rowOf(of);
  if (of.engine === 'unity' && path === scriptPath) return applyScript(of, current);
  if (of.engine === 'unreal' && path === iniPath) return applyIni(of, current);
  if (of.engine === 'godot' && /\.tres$/i.test(path)) return applyResource(of, path, current, story);
  throw invalid('helper', 'there is no such helper for this folder');
}

/** Another helper, or none. */
export async function switchHelper(of: HelperOf, path: string | null, story: () => Promise<Story | undefined>): Promise<void> {
  await withdrawHelper(of);
  if (path !== null) await applyHelper(of, path, await story());
}

/** Takes back what is still ours. */
export async function withdrawHelper(of: HelperOf): Promise<void> {
  const row = rowOf(of);
  if (!row) return;
  const bytes = await read(of, row.path).catch(() => null);
  if (bytes && row.is === 'script' && printOf(bytes).sha256 === row.sha256) await remove(of, row.path, row.sha256);
  if (bytes && row.is === 'ini') {
    const rest = takeLines(bytes, row.inserted);
    if (rest?.length === 0 && row.was === null) await remove(of, row.path, printOf(bytes).sha256);
    else if (rest) await write(of, row.path, rest, bytes);
  }
  if (bytes && row.is === 'resource') {
    const { text, encode } = readAsText(bytes);
    const place = findSettings(text);
    if (place && sha(text.slice(place.from, place.to)) === row.value) {
      const before = row.before === null ? null : await of.archive.get(row.before);
      if (before === null) await write(of, row.path, encode(withoutSettings(text, place)), bytes);
      else if (before !== undefined) await write(of, row.path, encode(withSettings(text, place, before)), bytes);
    }
  }
  of.shelf.remove([helperRowId(of.id)]);
}

async function applyScript(of: HelperOf, row: HelperRow | undefined): Promise<Finding[]> {
  const bytes = Buffer.from(scriptText);
  const { sha256 } = printOf(bytes);
  const there = await read(of, scriptPath);
  const now = there && printOf(there).sha256;
  if (now === sha256 && row) return [];
  if (row?.is === 'script' && now !== row.sha256) return [leftAlone(scriptPath, now === null ? 'deleted' : 'changed')];
  if (!row && there && now !== sha256)
    throw new Problem('folder', `${scriptPath} is there already and is not ours.`, { context: { path: scriptPath } });
  put(of, { is: 'script', path: scriptPath, sha256 });
  if (now !== sha256) await write(of, scriptPath, bytes, there);
  return [];
}

async function applyIni(of: HelperOf, row: HelperRow | undefined): Promise<Finding[]> {
  const there = await read(of, iniPath);
  const edit = addLines(there);
  if (row) return edit ? [leftAlone(iniPath, there ? 'changed' : 'deleted')] : [];
  if (!edit) return [];
  put(of, { is: 'ini', path: iniPath, inserted: edit.inserted, was: there && printOf(there).sha256 });
  await write(of, iniPath, edit.bytes, there);
  return [];
}

async function applyResource(of: HelperOf, path: string, row: HelperRow | undefined, story: Story | undefined): Promise<Finding[]> {
  if (story === undefined) return [];
  const known = row?.is === 'resource' ? row : undefined;
  const at = await safePath(of.disk, of.root, of.engine, path, { isHelper: true });
  if (known?.story === story.sha256 && (await of.disk.look(at))?.stamp === known.stamp) return [];
  const bytes = await read(of, path);
  if (!bytes) return [leftAlone(path, 'deleted')];
  const { text, encode } = readAsText(bytes);
  const place = isStoryResource(text) ? findSettings(text) : undefined;
  if (place === undefined) throw new Problem('folder', `${path} is no resource of the Arcweave addon.`, { context: { path } });
  const value = variantOf(await story.text());
  const old = place && text.slice(place.from, place.to);
  // The very first value is what switching off brings back, whatever came in between.
  const before = known ? known.before : old === null ? null : await keep(of, old);
  const next = { is: 'resource', path, before, value: sha(value), story: story.sha256 } as const;
  put(of, { ...next, stamp: '' });
  if (old !== value) await write(of, path, encode(withSettings(text, place, value)), bytes);
  put(of, { ...next, stamp: (await of.disk.look(at))?.stamp ?? '' });
  return [];
}

async function keep({ archive }: HelperOf, text: string): Promise<string> {
  const { sha256 } = printOf(Buffer.from(text));
  await archive.put(sha256, [Buffer.from(text)]);
  return sha256;
}

function rowOf({ shelf, id }: HelperOf): HelperRow | undefined {
  const read = helperRow.safeParse(shelf.get(helperRowId(id)));
  return read.success ? read.data : undefined;
}
const put = ({ shelf, id }: HelperOf, row: HelperRow): void => shelf.put([{ id: helperRowId(id), value: row }]);

/** The texts that helpers have put into the archive. */
export function textsOfHelpers(shelf: Shelf): string[] {
  return shelf.list('helper/').flatMap(({ value }) => {
    const row = helperRow.safeParse(value);
    return row.success && row.data.is === 'resource' && row.data.before !== null ? [row.data.before] : [];
  });
}

async function read({ disk, root, engine }: HelperOf, path: string): Promise<Buffer | null> {
  const at = await safePath(disk, root, engine, path, { isHelper: true });
  return (await disk.kind(at)) === null ? null : disk.bytes(at);
}

/** As our own files: staged, on the disk, renamed over what must still be as it was read. */
async function write({ disk, root, engine, id }: HelperOf, path: string, bytes: Buffer, was: Buffer | null): Promise<void> {
  const to = await safePath(disk, root, engine, path, { isHelper: true });
  const seen = was && (await disk.look(to));
  if (seen && !seen.writable) throw new Problem('folder', `${path} is read-only. Check it out of version control, or make it writable.`);
  const staging = join(root, stagingName, id);
  if (![null, 'folder'].includes(await disk.kind(join(root, stagingName))))
    throw new Problem('folder', `${stagingName} in ${root} is no folder of ours.`);
  await disk.makeFolder(staging);
  try {
    const draft = join(staging, 'helper');
    await disk.write(draft, bytes, seen?.mode ?? null);
    await disk.makeFolder(dirname(to));
    if (!(await disk.replace(draft, to, was && printOf(was).sha256)))
      throw new Problem('folder', `${path} was changed by someone else just now.`);
    await disk.sync(dirname(to));
  } finally {
    await disk.discard(staging);
    await disk.removeIfEmpty(join(root, stagingName));
  }
}

async function remove({ disk, root, engine }: HelperOf, path: string, was: string): Promise<void> {
  const at = await safePath(disk, root, engine, path, { isHelper: true });
  if (await disk.remove(at, was)) await disk.removeIfEmpty(dirname(at));
}

/** The story of an export that is not written yet. */
export function storyOf(files: readonly TargetFile[]): Story | undefined {
  const file = files.find(({ path }) => posix.basename(path) === 'project.json');
  if (!file || isCopy(file) || !('pieces' in file)) return undefined;
  const text = wholeText(file);
  return { sha256: printOf(Buffer.from(text)).sha256, text: async () => text };
}

const leftAlone = (path: string, how: 'changed' | 'deleted'): Finding => ({
  severity: 'hint',
  rule: 'helper-changed',
  message: `${path} was ${how} by someone else, so it is left as it is. Switch the helper off and on again to have it back.`,
  kind: 'file',
  id: path,
});

/** Resources of the addon, in the folders where a game keeps its own. */
async function resources(disk: Disk, root: string): Promise<string[]> {
  const found: string[] = [];
  let room = 20_000;
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await disk.names(join(root, folder))).sort()) {
      room -= 1;
      if (room < 0) return;
      if (name.startsWith('.') || name.endsWith('~') || (folder === '' && name === 'addons')) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (/\.tres$/i.test(name)) {
        if (isStoryResource(await disk.text(join(root, path)).catch(() => ''))) found.push(path);
      } else if ((await disk.kind(join(root, path))) === 'folder') await walk(path);
    }
  };
  await walk('');
  return found;
}
