/**
 * The assets of a target: which stored file goes where, so that each importer finds it (exports.md), and under which name the JSON has
 * to tell of it. Unity loads by base name from one flat folder; the others keep the folders of the project.
 */
import type { ExportFormat, Finding } from '../../shared/contracts/findings.ts';
import { checkMessages } from '../../shared/messages/en/check.ts';
import { toFileNameKey } from '../../shared/model/file-name-key.ts';
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { safeFileName, splitFileExtension } from './asset-file-name.ts';

/** A copy of a stored file; `path` is relative to the root of the game project, with `/`. */
export interface AssetFile {
  readonly path: string;
  /** The stored filename. */
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}

export interface AssetExport {
  readonly files: readonly AssetFile[];
  /** Only those that the JSON has to call something else than the story does, by id. */
  readonly renamedAssets: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

export type StoredFileLookup = (file: string) => { readonly sha256: string; readonly bytes: number } | undefined;

type Asset = StoryRecord<'asset'>;

const assetFolders: Readonly<Record<ExportFormat, string>> = {
  json: 'assets',
  unity: 'Assets/Arcweave/Resources',
  unreal: 'Content/ArcweaveExport/assets',
  godot: 'arcweave/assets',
};

/** The first, in the order of the tree, keeps its name; whatever is written under another is told. */
export function planAssetFiles(project: Project, engine: ExportFormat, find: StoredFileLookup): AssetExport {
  const files: AssetFile[] = [];
  const renamedAssets = new Map<string, string>();
  const findings: Finding[] = [];
  const rename = (asset: Asset, name: string): void => {
    if (name === asset.name) return;
    renamedAssets.set(asset.id, name);
    const message = checkMessages.assetRenamed(asset.name, name);
    if (asset.type !== 'folder' || engine !== 'unity')
      findings.push({ severity: 'hint', rule: 'asset-renamed', message, kind: 'asset', id: asset.id });
  };
  const walk = (folderId: string, folder: string, taken: FileNameAllocator): void => {
    const children = project.children('asset', folderId, 'assets');
    // Folders and files share their names on a disk.
    const here = engine === 'unity' ? taken : new FileNameAllocator(engine);
    for (const asset of children) {
      if (asset.type === 'folder') {
        const name = engine === 'unity' ? asset.name : here.allocate(asset);
        rename(asset, name);
        walk(asset.id, engine === 'unity' ? folder : `${folder}/${name}`, here);
        continue;
      }
      const name = here.allocate(asset);
      rename(asset, name);
      const stored = asset.file === null ? undefined : find(asset.file);
      if (stored && asset.file !== null)
        files.push({ path: `${folder}/${name}`, file: asset.file, sha256: stored.sha256, size: stored.bytes });
      else findings.push(missingAssetFinding(asset));
    }
  };
  walk(project.projectRecord.roots.asset, assetFolders[engine], new FileNameAllocator(engine));
  return { files, renamedAssets, findings };
}

export const missingAssetFinding = ({ id, name }: { readonly id: string; readonly name: string }): Finding => ({
  severity: 'warning',
  rule: 'asset-missing',
  message: checkMessages.assetMissing(name),
  kind: 'asset',
  id,
});

/** The names of one folder. */
class FileNameAllocator {
  readonly #engine: ExportFormat;
  readonly #keys = new Set<string>();

  constructor(engine: ExportFormat) {
    this.#engine = engine;
  }

  allocate(asset: Asset): string {
    const safe = safeFileName(asset.name, this.#engine);
    const [base, ending] = splitFileExtension(safe);
    for (let count = 1; ; count++) {
      const name = count === 1 ? safe : `${base}_${count}${ending}`;
      const keys = this.#keysOf(asset, name);
      if (keys.some((key) => this.#keys.has(key))) continue;
      for (const key of keys) this.#keys.add(key);
      return name;
    }
  }

  #keysOf({ type }: Asset, name: string): string[] {
    const whole = `/${toFileNameKey(name)}`;
    return this.#engine === 'unity' ? [whole, `${type.replace('template-', '')}:${toFileNameKey(splitFileExtension(name)[0])}`] : [whole];
  }
}
