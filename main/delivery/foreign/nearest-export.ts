/**
 * Finds the export on which a file in the game folder is based. That need not be the last one: the file may come from a branch, or from a
 * colleague whose Taleport has continued an earlier export.
 */
import { isJsonObject } from '../../../shared/json.ts';
import { Problem } from '../../../shared/problem.ts';
import { parseStory } from '../../importers/read-import-source.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { digestJson } from '../../platform/json-digest.ts';
import { unwrapProject } from '../../story-format/story-file.ts';
import { countCharacters } from '../history/compare-versions.ts';
import type { StoryTexts } from '../history/exported-story.ts';

/**
 * The export of which the fewest records differ from the file at `path` in the folder; of several, the first. Exports in which this file
 * cannot be read are left out, and so are all after the first `maxCharacters`. Throws a Problem if the file in the folder is not JSON.
 */
export async function findNearestExport(
  path: string,
  inFolder: StoryTexts,
  exported: AsyncIterable<StoryTexts>,
  maxCharacters: number,
): Promise<StoryTexts | null> {
  const text = inFolder.get(path);
  if (text === undefined) return null;
  const records = await digestRecords(text, path);
  let nearest: { readonly texts: StoryTexts; readonly distance: number } | null = null;
  let characters = 0;
  for await (const texts of exported) {
    characters += countCharacters(texts);
    if (nearest && characters > maxCharacters) break;
    const distance = await distanceBetween(records, texts.get(path), path);
    if (distance !== null && (nearest === null || distance < nearest.distance)) nearest = { texts, distance };
    if (distance === 0) break;
  }
  return nearest?.texts ?? null;
}

/** The number of records that are not equal in both; null if the text is not JSON. */
async function distanceBetween(records: ReadonlyMap<string, string>, text: string | undefined, path: string): Promise<number | null> {
  if (text === undefined) return null;
  try {
    const others = await digestRecords(text, path);
    const changed = [...others].filter(([key, digest]) => records.get(key) !== digest).length;
    return changed + [...records.keys()].filter((key) => !others.has(key)).length;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The digests of all records by collection and id, and of the values of the story itself. */
async function digestRecords(text: string, path: string): Promise<Map<string, string>> {
  const { json } = await parseStory(Buffer.from(text), path);
  const yielder = new CooperativeYielder();
  const digests = new Map<string, string>();
  for (const [field, value] of Object.entries(unwrapProject(json))) {
    const entries = isJsonObject(value) ? Object.entries(value) : [['', value] as const];
    for (const [id, record] of entries) digests.set(`${field}/${id}`, await yielder.runToEnd(digestJson(record)));
    await yielder.yieldIfNeeded();
  }
  return digests;
}
