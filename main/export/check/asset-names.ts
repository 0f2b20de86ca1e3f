/**
 * Assets that would be the same file in a game project. Unity loads by base name from one flat folder, so that base names are unique for each type;
 * the others keep the folders of the project. Names are compared as the files of a target are (target-assets.ts).
 */
import type { ExportFormat, Fix } from '../../../shared/findings.ts';
import { foldedName } from '../../../shared/folded-name.ts';
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { checkSentences } from '../../../shared/words/en/check.ts';
import { safeFileName, splitName } from '../asset-file-name.ts';
import type { Checking } from './checking.ts';

/** Signs of a name before the number. */
const LONGEST = 40;
/** Numbers that are tried. */
const MOST = 10_000;

type Asset = StoryRecord<'asset'>;

/** [Exports] The first one, in the order of the tree, keeps its name; each other is told, and renamed by its fix. */
export function checkAssetNames(checking: Checking): void {
  const { project, engine } = checking;
  const assets = [...filesIn(project, project.root.roots.asset, '')];
  const first = new Map<string, Asset>();
  const taken = new Set(assets.map(({ asset, folder }) => keyOf(engine, asset, asset.name, folder)));
  for (const { asset, folder } of assets) {
    const key = keyOf(engine, asset, asset.name, folder);
    const other = first.get(key);
    if (!other) {
      first.set(key, asset);
      continue;
    }
    const { unity, folder: inFolder } = checkSentences.oneName;
    checking.warn(
      'asset-name-collision',
      asset,
      engine === 'unity' ? unity(typeOf(asset), other.name, asset.name) : inFolder(other.name, asset.name),
      renamed(asset, (name) => {
        const wanted = keyOf(engine, asset, name, folder);
        if (taken.has(wanted)) return false;
        taken.add(wanted);
        return true;
      }),
    );
  }
}

function* filesIn(project: Project, folderId: string, folder: string): Generator<{ asset: Asset; folder: string }> {
  for (const asset of project.children('asset', folderId, 'assets')) {
    if (asset.type === 'folder') yield* filesIn(project, asset.id, `${folder}/${asset.id}`);
    else yield { asset, folder };
  }
}

function keyOf(engine: ExportFormat | undefined, asset: Asset, name: string, folder: string): string {
  const safe = safeFileName(name, engine ?? 'json');
  return engine === 'unity' ? `${typeOf(asset)}:${foldedName(splitName(safe)[0])}` : `${folder}/${foldedName(safe)}`;
}

const typeOf = ({ type }: Asset): string => type.replace('template-', '');

/** [Assets] Template assets cannot be changed. */
function renamed({ id, name, type }: Asset, isFree: (name: string) => boolean): Fix | undefined {
  if (type.startsWith('template-')) return undefined;
  const [base, extension] = splitName(name);
  // A long name is shortened for the file, and what was put behind it would go again.
  const stem = [...base].slice(0, LONGEST).join('');
  for (let count = 2; count < MOST; count++) {
    const next = `${stem}_${count}${extension}`;
    if (isFree(next))
      return { label: checkSentences.fixes.rename(next), command: { do: 'change', kind: 'asset', id, fields: { name: next } } };
  }
  return undefined;
}
