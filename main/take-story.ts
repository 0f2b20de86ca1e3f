/**
 * A story with its files becomes records and files in the vault (G25, G29). The files are held, not yet anyone's: who makes the project
 * lays their rows beside it, in one transaction, or lets them go.
 */
import { Problem } from '../shared/problem.ts';
import { mediaTypes } from '../shared/stored-file.ts';
import type { World } from '../shared/world.ts';
import type { StoreLimits } from './assets/receive.ts';
import type { Held, Vault } from './assets/vault.ts';
import type { FilesBeside } from './import/files-beside.ts';
import { type AssetPlace, assetPlaces, matchFiles } from './import/find-files.ts';
import { type ImportedStory, importStory } from './import/import-story.ts';
import type { ImportOptions } from './import/reading.ts';
import { type Template, templateFiles, templateStory } from './import/templates.ts';

export interface StoryTaken extends ImportedStory {
  readonly held: readonly Held[];
}

export interface Taking extends ImportOptions {
  readonly vault: Vault;
  readonly limits: StoreLimits;
}

/** `beside` is closed. Throws what import throws; then nothing is held. */
export async function takeStory(json: unknown, beside: FilesBeside | undefined, taking: Taking): Promise<StoryTaken> {
  try {
    if (!beside) return { ...(await importStory(json, taking)), held: [] };
    const places = assetPlaces(json);
    const matches = places.length === 0 ? new Map<string, string>() : matchFiles(places, await beside.paths());
    // What is wrong with the story is said before its files are copied.
    if (matches.size > 0) await importStory(json, { ...taking, progress: undefined });
    return await withFiles(json, beside, places, matches, taking);
  } finally {
    await beside?.close();
  }
}

/** A template's own files are sound: a limit of the plan does not keep them out. */
export const takeTemplate = (template: Template, { vault, world, name }: { vault: Vault; world: World; name?: string | undefined }) =>
  takeStory(templateStory(template, world), templateFiles(), {
    vault,
    world,
    ...(name !== undefined && { name }),
    limits: { fileBytes: null, projectBytes: null, imagePixels: 8192 },
  });

async function withFiles(
  json: unknown,
  beside: FilesBeside,
  places: readonly AssetPlace[],
  matches: ReadonlyMap<string, string>,
  taking: Taking,
): Promise<StoryTaken> {
  const held = new Map<string, Held>();
  const notes: string[] = [];
  const left = { ...taking.limits };
  try {
    for (const place of places) {
      const path = matches.get(place.id);
      if (path === undefined) continue;
      try {
        const taken = await hold(place, beside.bytes(path), { ...taking, limits: left });
        held.set(place.id, taken);
        if (left.projectBytes !== null) left.projectBytes -= taken.stored.bytes;
      } catch (error) {
        notes.push(noteOn(place, error));
      }
    }
    const files = new Map([...held].map(([id, { stored }]) => [id, stored]));
    const story = await importStory(json, { ...taking, files });
    return { ...story, notes: [...notes, ...story.notes], held: [...held.values()] };
  } catch (error) {
    taking.vault.letGo([...held.values()]);
    throw error;
  }
}

function hold({ name, type }: AssetPlace, bytes: AsyncIterable<Uint8Array>, { vault, limits, cancelled }: Taking): Promise<Held> {
  const media = mediaTypes.find((each) => type === each || type === `template-${each}`);
  return vault.hold(null, { name, type: media, bytes, limits, cancelled });
}

/** One file that cannot be kept does not keep the story out. */
function noteOn({ name }: AssetPlace, error: unknown): string {
  const isAboutFile = error instanceof Problem && (error.code === 'invalid' || error.code === 'limit');
  if (error instanceof Problem && !isAboutFile) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!isAboutFile && !/^E[A-Z]+$/.test(code)) throw error;
  const why = isAboutFile && !Array.isArray(error.json.errors) ? error.json.errors.file : undefined;
  return `The file of the asset ${name} was left out: it ${why ?? (isAboutFile ? 'is damaged' : 'could not be read')}.`;
}
