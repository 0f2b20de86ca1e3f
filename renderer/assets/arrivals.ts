/** What is made of files that have come into the vault: asset records in their folders, and the use they were dropped for, as one batch. Pure. */
import type { SingleCommand } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import type { StoredFile } from '../../shared/stored-file.ts';

/** Where files go: into a folder, after one of its assets (null: before the first), without `after` at its end. */
export interface Place {
  readonly folder: string;
  readonly after?: string | null;
}

/** What the files are for besides being there. */
export type Purpose =
  | { readonly for: 'assets' }
  /** The first picture or film becomes the cover of the element, sounds join its list. */
  | { readonly for: 'element'; readonly id: string }
  | { readonly for: 'component'; readonly id: string }
  /** The file takes the place of the one an asset has. */
  | { readonly for: 'replacing'; readonly id: string };

export interface Arrival {
  readonly folders: readonly string[];
  readonly stored: StoredFile;
}

/** What one drop has made so far; the next batch of the same drop goes on from there. */
export interface Progressed {
  /** The ids of the folders made, by their path within the drop. */
  readonly folders: ReadonlyMap<string, string>;
  /** How many things stand on the first level of the drop. */
  readonly count: number;
  readonly hasCover: boolean;
}

export const begun: Progressed = { folders: new Map(), count: 0, hasCover: false };

export interface Arrived {
  readonly arrivals: readonly Arrival[];
  readonly place: Place;
  readonly purpose: Purpose;
  readonly before: Progressed;
  readonly newId: () => string;
}

export function commandsFor(
  project: Project,
  { arrivals, place, purpose, before, newId }: Arrived,
): { commands: SingleCommand[]; after: Progressed } {
  if (purpose.for === 'replacing') return { commands: replacing(project, purpose.id, arrivals), after: before };
  const commands: SingleCommand[] = [];
  const folders = new Map(before.folders);
  let { count, hasCover } = before;
  const home = project.find('asset', place.folder)?.type === 'folder' ? place.folder : project.root.roots.asset;
  const first = home === place.folder ? positionOf(project, place) : undefined;
  /** What is on the first level of the drop stands where it was dropped, one after the other. */
  const at = (depth: number) => (depth > 0 || first === undefined ? {} : { at: first + count++ });

  const folderFor = (path: readonly string[]): string => {
    const name = path.at(-1);
    if (name === undefined) return home;
    const known = folders.get(keyOf(path));
    if (known !== undefined) return known;
    const parentId = folderFor(path.slice(0, -1));
    const id = newId();
    folders.set(keyOf(path), id);
    commands.push({ do: 'create', kind: 'asset', id, fields: { type: 'folder', name, parentId }, ...at(path.length - 1) });
    return id;
  };

  for (const { folders: path, stored } of arrivals) {
    const parentId = folderFor(path);
    const id = newId();
    const { name, type, file } = stored;
    commands.push({ do: 'create', kind: 'asset', id, fields: { name, type, file, parentId }, ...at(path.length) });
    const use = putToUse(project, purpose, { id, type }, hasCover);
    if (use) commands.push(use);
    hasCover ||= use?.do === 'change';
  }
  return { commands, after: { folders, count, hasCover } };
}

/** The same, without the folders that have been deleted since. */
export const stillThere = (project: Project, progressed: Progressed): Progressed => ({
  ...progressed,
  folders: new Map([...progressed.folders].filter(([, id]) => project.has(id))),
});

const keyOf = (path: readonly string[]): string => path.join('/');

function positionOf(project: Project, { folder, after }: Place): number | undefined {
  if (after === undefined) return undefined;
  return after === null ? 0 : project.list(folder, 'assets').indexOf(after) + 1;
}

/** The use an asset is put to; none where it does not fit or what it was for has gone. */
export function putToUse(
  project: Project,
  purpose: Purpose,
  { id, type }: { readonly id: string; readonly type: string },
  hasCover: boolean,
): SingleCommand | undefined {
  const kind = type.replace('template-', '');
  if (purpose.for === 'element' && project.find('element', purpose.id)) {
    if (kind === 'audio') return { do: 'create', kind: 'audioAttachment', fields: { elementId: purpose.id, assetId: id } };
    if (hasCover) return undefined;
    const cover = coverOf(id, type);
    return cover && { do: 'change', kind: 'element', id: purpose.id, fields: { cover } };
  }
  if (purpose.for === 'component' && !hasCover && project.find('component', purpose.id) && (type === 'image' || type === 'template-image'))
    return { do: 'change', kind: 'component', id: purpose.id, fields: { cover: { type, id } } };
  return undefined;
}

function coverOf(id: string, type: string) {
  if (type === 'image' || type === 'template-image') return { type, id } as const;
  if (type === 'video' || type === 'template-video') return { type, id } as const;
  return undefined;
}

/** The asset stays who it is; only its file is another, and the end of its name when that is of another format. */
function replacing(project: Project, id: string, arrivals: readonly Arrival[]): SingleCommand[] {
  const asset = project.find('asset', id);
  const stored = arrivals.at(-1)?.stored;
  if (!asset || !stored) return [];
  const name = withEnd(asset.name, endOf(stored.name));
  return [{ do: 'change', kind: 'asset', id, fields: { file: stored.file, ...(name === asset.name ? {} : { name }) } }];
}

const end = /\.[a-z0-9]{1,5}$/i;
const endOf = (name: string): string => end.exec(name)?.[0] ?? '';
const withEnd = (name: string, other: string): string =>
  other === '' || endOf(name).toLowerCase() === other.toLowerCase() ? name : name.replace(end, '') + other;
