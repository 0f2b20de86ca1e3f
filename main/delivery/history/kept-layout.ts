/**
 * The layout of a release. Some plug-ins cannot read a saved game if anything in the exported story differs, also positions and sizes. So a target
 * can export those of the release, and cards can still be moved.
 */
import { isJsonObject } from '../../../shared/json.ts';
import { mainStoryPath } from '../../exporters/exporter.ts';
import type { KeptLayout } from '../../exporters/json/kept-layout-fields.ts';
import { parseJson } from '../../importers/parse-json.ts';
import type { StoredTarget } from '../target/stored-target.ts';
import type { ExportHistory } from './export-history.ts';
import { languageOfStoryFile } from './exported-story.ts';

const collections = ['notes', 'elements', 'jumpers', 'connections', 'branches'];

/** The layout of the newest release; null if there is none, or if its file is not stored any more. */
export async function readKeptLayout({ exporter }: StoredTarget, history: ExportHistory): Promise<KeptLayout | null> {
  const id = await history.findNewestRelease();
  if (id === null) return null;
  const path = mainStoryPath(exporter);
  const text = (await history.readTexts(id, (file) => languageOfStoryFile(exporter, file.path) === '')).get(path);
  if (text === undefined) return null;
  const json = await parseJson(Buffer.from(text), path);
  const entries = new Map<string, Readonly<Record<string, unknown>>>();
  if (!isJsonObject(json)) return null;
  for (const name of collections) {
    const collection = json[name];
    if (!isJsonObject(collection)) continue;
    for (const [entryId, entry] of Object.entries(collection)) if (isJsonObject(entry)) entries.set(entryId, entry);
  }
  return { key: id, entries };
}
