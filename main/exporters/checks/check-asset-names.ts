/**
 * Assets that would be the same file in a game project. Unity loads by base name from one flat folder, so that base names are unique for each type;
 * the others keep the folders of the project. Names are compared as the files of a target are (target-assets.ts).
 */
import type { ExportFormat, QuickFix } from '../../../shared/contracts/findings.ts';
import { checkMessages } from '../../../shared/messages/en/check.ts';
import { toFileNameKey } from '../../../shared/model/file-name-key.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { safeFileName, splitFileExtension } from '../asset-file-name.ts';
import type { CheckContext } from './check-context.ts';

/** Signs of a name before the number. */
const MAX_STEM_LENGTH = 40;
/** Numbers that are tried. */
const MAX_SUFFIX = 10_000;

type Asset = StoryRecord<'asset'>;

/** [Exports] The first one, in the order of the tree, keeps its name; each other is told, and renamed by its fix. */
export function checkAssetNames(checking: CheckContext): void {
  const { project, engine } = checking;
  const assets = [...assetsInFolder(project, project.projectRecord.roots.asset, '')];
  const first = new Map<string, Asset>();
  const taken = new Set(assets.map(({ asset, folder }) => fileNameKey(engine, asset, asset.name, folder)));
  for (const { asset, folder } of assets) {
    const key = fileNameKey(engine, asset, asset.name, folder);
    const other = first.get(key);
    if (!other) {
      first.set(key, asset);
      continue;
    }
    const { unity, folder: inFolder } = checkMessages.oneName;
    checking.warn(
      'asset-name-collision',
      asset,
      engine === 'unity' ? unity(assetTypeOf(asset), other.name, asset.name) : inFolder(other.name, asset.name),
      renameAssetFix(asset, (name) => {
        const wanted = fileNameKey(engine, asset, name, folder);
        if (taken.has(wanted)) return false;
        taken.add(wanted);
        return true;
      }),
    );
  }
}

function* assetsInFolder(project: Project, folderId: string, folder: string): Generator<{ asset: Asset; folder: string }> {
  for (const asset of project.children('asset', folderId, 'assets')) {
    if (asset.type === 'folder') yield* assetsInFolder(project, asset.id, `${folder}/${asset.id}`);
    else yield { asset, folder };
  }
}

function fileNameKey(engine: ExportFormat | undefined, asset: Asset, name: string, folder: string): string {
  const safe = safeFileName(name, engine ?? 'json');
  return engine === 'unity' ? `${assetTypeOf(asset)}:${toFileNameKey(splitFileExtension(safe)[0])}` : `${folder}/${toFileNameKey(safe)}`;
}

const assetTypeOf = ({ type }: Asset): string => type.replace('template-', '');

/** [Assets] Template assets cannot be changed. */
function renameAssetFix({ id, name, type }: Asset, isFree: (name: string) => boolean): QuickFix | undefined {
  if (type.startsWith('template-')) return undefined;
  const [base, extension] = splitFileExtension(name);
  // A long name is shortened for the file, and what was put behind it would go again.
  const stem = [...base].slice(0, MAX_STEM_LENGTH).join('');
  for (let count = 2; count < MAX_SUFFIX; count++) {
    const next = `${stem}_${count}${extension}`;
    if (isFree(next))
      return { label: checkMessages.fixes.rename(next), command: { do: 'change', kind: 'asset', id, fields: { name: next } } };
  }
  return undefined;
}
