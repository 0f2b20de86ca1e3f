/** Files of assets as if they were beside a story, so that imported assets can be compared too. */
import type { StoredFile } from '../../../shared/contracts/stored-file.ts';

/** One for each asset of the file that is no folder, named by its id. */
export function filesFor(json: unknown): ReadonlyMap<string, StoredFile> {
  const assets: unknown = Reflect.get(Object(Reflect.get(Object(json), 'project') ?? json), 'assets');
  const files = new Map<string, StoredFile>();
  for (const [id, asset] of Object.entries(Object(assets))) {
    const { type, name, children } = Object(asset);
    if (Array.isArray(children)) continue;
    const media = String(type).replace('template-', '');
    const is = media === 'audio' || media === 'video' ? media : 'image';
    const known = { file: `${id}.bin`, name: String(name), mime: `${is}/x`, bytes: 3000, size: '3 KB', sha256: id };
    files.set(id, { ...known, type: is, width: null, height: null, duration: null });
  }
  return files;
}
