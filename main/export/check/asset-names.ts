/**
 * Assets that would be the same file in a game project. Unity loads by base name from one flat folder, so that base names are unique for each type;
 * the others keep the folders of the project. Letters are compared as file systems do that tell neither case nor the ways to write an accent.
 */
import type { ExportFormat, Fix } from '../../../shared/findings.ts';
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { type Checking, sentence } from './checking.ts';

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
    const why =
      engine === 'unity'
        ? `${sentence(typeOf(asset))} files need names that differ before the dot, because Unity puts them in one folder`
        : 'Two files in one folder need names that differ';
    checking.warn(
      'asset-name-collision',
      asset,
      `${why}: “${other.name}” and “${asset.name}”.`,
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
    if (asset.type === 'folder') yield* filesIn(project, asset.id, `${folder}/${folded(asset.name)}`);
    else yield { asset, folder };
  }
}

function keyOf(engine: ExportFormat | undefined, asset: Asset, name: string, folder: string): string {
  return engine === 'unity' ? `${typeOf(asset)}:${folded(splitName(name)[0])}` : `${folder}/${folded(name)}`;
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();
const typeOf = ({ type }: Asset): string => type.replace('template-', '');

/** Before and from the last dot on. */
function splitName(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** [Assets] Template assets cannot be changed. */
function renamed({ id, name, type }: Asset, isFree: (name: string) => boolean): Fix | undefined {
  if (type.startsWith('template-')) return undefined;
  const [base, extension] = splitName(name);
  for (let count = 2; ; count++) {
    const next = `${base}_${count}${extension}`;
    if (isFree(next)) return { label: `Rename to “${next}”`, command: { do: 'change', kind: 'asset', id, fields: { name: next } } };
  }
}
