/** What is made of files that have come into the vault: asset records in their folders, and the use they were dropped for, as one batch. Pure. */

import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

/** Where files go: into a folder, after one of its assets (null: before the first), without `after` at its end. */
export interface AssetPosition {
  readonly folder: string;
  readonly after?: string | null;
}

/** What the files are for besides being there. */
export type AssetPurpose =
  | { readonly for: 'assets' }
  /** The first picture or film becomes the cover of the element, sounds join its list. */
  | { readonly for: 'element'; readonly id: string }
  | { readonly for: 'component'; readonly id: string }
  /** The file takes the place of the one an asset has. */
  | { readonly for: 'replacing'; readonly id: string };

export interface StoredUpload {
  readonly folders: readonly string[];
  readonly stored: StoredFile;
}

/** What one drop has made so far; the next batch of the same drop goes on from there. */
export interface UploadProgress {
  /** The ids of the folders made, by their path within the drop. */
  readonly folders: ReadonlyMap<string, string>;
  /** How many things stand on the first level of the drop. */
  readonly count: number;
  readonly hasCover: boolean;
}

export const initialUploadProgress: UploadProgress = { folders: new Map(), count: 0, hasCover: false };

export interface UploadBatch {
  readonly uploads: readonly StoredUpload[];
  readonly place: AssetPosition;
  readonly purpose: AssetPurpose;
  readonly progress: UploadProgress;
  readonly newId: () => string;
}

export function createUploadCommands(
  project: Project,
  { uploads, place, purpose, progress, newId }: UploadBatch,
): { commands: SingleCommand[]; after: UploadProgress } {
  if (purpose.for === 'replacing') return { commands: createReplaceCommands(project, purpose.id, uploads), after: progress };
  const commands: SingleCommand[] = [];
  const folders = new Map(progress.folders);
  let { count, hasCover } = progress;
  const home = project.find('asset', place.folder)?.type === 'folder' ? place.folder : project.projectRecord.roots.asset;
  const first = home === place.folder ? indexOfPosition(project, place) : undefined;
  /** What is on the first level of the drop stands where it was dropped, one after the other. */
  const at = (depth: number) => (depth > 0 || first === undefined ? {} : { at: first + count++ });

  const folderFor = (path: readonly string[]): string => {
    const name = path.at(-1);
    if (name === undefined) return home;
    const known = folders.get(pathKey(path));
    if (known !== undefined) return known;
    const parentId = folderFor(path.slice(0, -1));
    const id = newId();
    folders.set(pathKey(path), id);
    commands.push({ do: 'create', kind: 'asset', id, fields: { type: 'folder', name, parentId }, ...at(path.length - 1) });
    return id;
  };

  for (const { folders: path, stored } of uploads) {
    const parentId = folderFor(path);
    const id = newId();
    const { name, type, file } = stored;
    commands.push({ do: 'create', kind: 'asset', id, fields: { name, type, file, parentId }, ...at(path.length) });
    const use = createAssignCommand(project, purpose, { id, type }, hasCover);
    if (use) commands.push(use);
    hasCover ||= use?.do === 'change';
  }
  return { commands, after: { folders, count, hasCover } };
}

/** The same, without the folders that have been deleted since. */
export const withoutDeletedFolders = (project: Project, progressed: UploadProgress): UploadProgress => ({
  ...progressed,
  folders: new Map([...progressed.folders].filter(([, id]) => project.has(id))),
});

const pathKey = (path: readonly string[]): string => path.join('/');

function indexOfPosition(project: Project, { folder, after }: AssetPosition): number | undefined {
  if (after === undefined) return undefined;
  return after === null ? 0 : project.childIds(folder, 'assets').indexOf(after) + 1;
}

/** The use an asset is put to; none where it does not fit or what it was for has gone. */
export function createAssignCommand(
  project: Project,
  purpose: AssetPurpose,
  { id, type }: { readonly id: string; readonly type: string },
  hasCover: boolean,
): SingleCommand | undefined {
  const kind = type.replace('template-', '');
  if (purpose.for === 'element' && project.find('element', purpose.id)) {
    if (kind === 'audio') return { do: 'create', kind: 'audioAttachment', fields: { elementId: purpose.id, assetId: id } };
    if (hasCover) return undefined;
    const cover = toCover(id, type);
    return cover && { do: 'change', kind: 'element', id: purpose.id, fields: { cover } };
  }
  if (purpose.for === 'component' && !hasCover && project.find('component', purpose.id) && (type === 'image' || type === 'template-image'))
    return { do: 'change', kind: 'component', id: purpose.id, fields: { cover: { type, id } } };
  return undefined;
}

function toCover(id: string, type: string) {
  if (type === 'image' || type === 'template-image') return { type, id } as const;
  if (type === 'video' || type === 'template-video') return { type, id } as const;
  return undefined;
}

/** The asset stays who it is; only its file is another, and the end of its name when that is of another format. */
function createReplaceCommands(project: Project, id: string, arrivals: readonly StoredUpload[]): SingleCommand[] {
  const asset = project.find('asset', id);
  const stored = arrivals.at(-1)?.stored;
  if (!asset || !stored) return [];
  const name = withExtension(asset.name, extensionOf(stored.name));
  return [{ do: 'change', kind: 'asset', id, fields: { file: stored.file, ...(name === asset.name ? {} : { name }) } }];
}

const fileExtension = /\.[a-z0-9]{1,5}$/i;
const extensionOf = (name: string): string => fileExtension.exec(name)?.[0] ?? '';
const withExtension = (name: string, other: string): string =>
  other === '' || extensionOf(name).toLowerCase() === other.toLowerCase() ? name : name.replace(fileExtension, '') + other;
