/** The commands for uploaded files, as one batch: asset records in their folders, and their use as a cover or attachment. Pure. */

import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { Point } from '../../../shared/layout/geometry.ts';
import { appendAll } from '../../../shared/lists.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

/** The position of new assets: in a folder, after one of its assets; null for the first position, undefined for the last. */
export interface AssetPosition {
  readonly folder: string;
  readonly after?: string | null;
}

/** How the files are used besides being added to the assets. */
export type AssetPurpose =
  | { readonly for: 'assets' }
  /** The first image or video becomes the cover of the element, sounds are added to its list. */
  | { readonly for: 'element'; readonly id: string }
  /** The same for several elements. */
  | { readonly for: 'elements'; readonly ids: readonly string[] }
  /** A new element with the first image or video as its cover, with its top left corner at a point. */
  | { readonly for: 'newElement'; readonly id: string; readonly boardId: string; readonly at: Point }
  | { readonly for: 'component'; readonly id: string }
  /** The file replaces that of an asset. */
  | { readonly for: 'replacing'; readonly id: string };

interface StoredUpload {
  readonly folders: readonly string[];
  readonly stored: StoredFile;
}

/** What has been created for a drop so far. Its next batch continues from there. */
export interface UploadProgress {
  /** The ids of the created folders, by their path within the drop. */
  readonly folders: ReadonlyMap<string, string>;
  /** The number of files and folders on the first level of the drop. */
  readonly count: number;
  readonly hasCover: boolean;
}

export const initialUploadProgress: UploadProgress = { folders: new Map(), count: 0, hasCover: false };

interface UploadBatch {
  readonly uploads: readonly StoredUpload[];
  readonly position: AssetPosition;
  readonly purpose: AssetPurpose;
  readonly progress: UploadProgress;
  readonly newId: () => string;
}

export function createUploadCommands(
  project: Project,
  { uploads, position, purpose, progress, newId }: UploadBatch,
): { commands: SingleCommand[]; after: UploadProgress } {
  if (purpose.for === 'replacing') return { commands: createReplaceCommands(project, purpose.id, uploads), after: progress };
  const commands: SingleCommand[] = [];
  const folders = new Map(progress.folders);
  let { count, hasCover } = progress;
  const home = project.find('asset', position.folder)?.type === 'folder' ? position.folder : project.projectRecord.roots.asset;
  const first = home === position.folder ? indexOfPosition(project, position) : undefined;
  /** The first level of the drop is inserted at the drop position; everything below is appended to its folder. */
  const at = (depth: number) => (depth > 0 || first === undefined ? {} : { at: first + count++ });

  const folderFor = (path: readonly string[]): string => {
    const name = path.at(-1);
    if (name === undefined) return home;
    const existing = folders.get(pathKey(path));
    if (existing !== undefined) return existing;
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
    const uses = purposesFor(purpose).flatMap((each) => createAssignCommand(project, each, { id, type }, { hasCover }) ?? []);
    appendAll(commands, uses);
    hasCover ||= uses.length > 0 && toCover(id, type) !== undefined;
  }
  return { commands, after: { folders, count, hasCover } };
}

/** The progress without folders that have been deleted since. */
export const withoutDeletedFolders = (project: Project, progressed: UploadProgress): UploadProgress => ({
  ...progressed,
  folders: new Map([...progressed.folders].filter(([, id]) => project.has(id))),
});

const pathKey = (path: readonly string[]): string => path.join('/');

function indexOfPosition(project: Project, { folder, after }: AssetPosition): number | undefined {
  if (after === undefined) return undefined;
  return after === null ? 0 : project.childIds(folder, 'assets').indexOf(after) + 1;
}

const purposesFor = (purpose: AssetPurpose): readonly AssetPurpose[] =>
  purpose.for === 'elements' ? purpose.ids.map((id) => ({ for: 'element', id })) : [purpose];

/** The command that uses an asset; undefined if its type does not fit or the record has been deleted. */
export function createAssignCommand(
  project: Project,
  purpose: AssetPurpose,
  { id, type }: { readonly id: string; readonly type: string },
  { hasCover = false }: { readonly hasCover?: boolean } = {},
): SingleCommand | undefined {
  const kind = type.replace('template-', '');
  if (purpose.for === 'element' && project.find('element', purpose.id)) {
    if (kind === 'audio') return { do: 'create', kind: 'audioAttachment', fields: { elementId: purpose.id, assetId: id } };
    if (hasCover) return undefined;
    const cover = toCover(id, type);
    return cover && { do: 'change', kind: 'element', id: purpose.id, fields: { cover } };
  }
  if (purpose.for === 'newElement' && !hasCover && project.find('board', purpose.boardId)) {
    const { boardId, at } = purpose;
    const cover = toCover(id, type);
    return cover && { do: 'create', kind: 'element', id: purpose.id, fields: { boardId, ...at, cover } };
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

/** Only the file of the asset changes and, if its format is another one, the extension of its name. */
function createReplaceCommands(project: Project, id: string, uploads: readonly StoredUpload[]): SingleCommand[] {
  const asset = project.find('asset', id);
  const stored = uploads.at(-1)?.stored;
  if (!asset || !stored) return [];
  const name = withExtension(asset.name, extensionOf(stored.name));
  return [{ do: 'change', kind: 'asset', id, fields: { file: stored.file, ...(name === asset.name ? {} : { name }) } }];
}

const fileExtension = /\.[a-z0-9]{1,5}$/i;
const extensionOf = (name: string): string => fileExtension.exec(name)?.[0] ?? '';
const withExtension = (name: string, other: string): string =>
  other === '' || extensionOf(name).toLowerCase() === other.toLowerCase() ? name : name.replace(fileExtension, '') + other;
