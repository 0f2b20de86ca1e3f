/**
 * Finds assets that an importer cannot distinguish: with the same path in a game project, or with the same key if the importer identifies
 * assets in another way. Names are compared as asset-files.ts allocates them.
 */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { toFileNameKey } from '../../../shared/model/file-name-key.ts';
import type { Project } from '../../../shared/model/project.ts';
import {
  type Asset,
  type AssetLayout,
  type AssetLookup,
  coverIconsByKey,
  defaultAssetLayout,
  importedAssetType,
  safeFileName,
  splitFileExtension,
} from '../asset-files.ts';
import type { CheckContext } from './check-context.ts';

/** The maximum number of characters of a name before the appended number. */
const maxStemLength = 40;
/** The highest number that is tried. */
const maxSuffix = 10_000;

/** [Exports] the first asset in the order of the tree keeps its name; every other one is reported, with a fix that renames it. */
export function checkAssetNames(context: CheckContext): void {
  const { project, exporter } = context;
  const layout = exporter?.assets ?? defaultAssetLayout;
  const { lookup } = layout;
  const assets = [...assetsInFolder(project, project.projectRecord.roots.asset, '')];
  const first = new Map<string, Asset>();
  const icons = coverIconsByKey(project, layout);
  const taken = new Set([...icons.keys(), ...assets.map(({ asset, folder }) => assetKey(layout, asset, asset.name, folder))]);
  for (const { asset, folder } of assets) {
    const key = assetKey(layout, asset, asset.name, folder);
    checkImport(context, asset);
    const [other, icon] = [first.get(key), icons.get(key)];
    if (!other && icon === undefined) {
      first.set(key, asset);
      continue;
    }
    const text = other ? collisionMessage(other, asset, lookup) : iconCollisionMessage(icon ?? '', asset, lookup);
    const fix = renameAssetFix(asset, (name) => {
      const newKey = assetKey(layout, asset, name, folder);
      if (taken.has(newKey)) return false;
      taken.add(newKey);
      return true;
    });
    context.warn('asset-name-collision', asset, text, fix);
  }
}

function collisionMessage(first: Asset, second: Asset, lookup: AssetLookup | undefined): Message {
  const names = { first: first.name, second: second.name };
  return lookup ? lookup.collisionMessage(importedAssetType(second), names) : message('check.assets.sameName', names);
}

const iconCollisionMessage = (icon: string, { name }: Asset, lookup: AssetLookup | undefined): Message =>
  lookup?.iconCollisionMessage?.({ icon, asset: name }) ?? message('check.assets.sameName', { first: icon, second: name });

/** [Exports] reports files that the engine's editor does not import itself. */
function checkImport(context: CheckContext, asset: Asset): void {
  const { exporter } = context;
  const extension = splitFileExtension(asset.name)[1].toLowerCase();
  if (!exporter?.assets.notImported?.includes(extension)) return;
  context.warn('asset-format', asset, message('check.assets.notImported', { name: asset.name, engine: exporter.label }));
}

function* assetsInFolder(project: Project, folderId: string, folder: string): Generator<{ asset: Asset; folder: string }> {
  for (const asset of project.children('asset', folderId, 'assets')) {
    if (asset.type === 'folder') yield* assetsInFolder(project, asset.id, `${folder}/${asset.id}`);
    else yield { asset, folder };
  }
}

function assetKey({ adjustName, lookup }: AssetLayout, asset: Asset, name: string, folder: string): string {
  const safe = safeFileName(name, adjustName);
  return lookup ? lookup.key(importedAssetType(asset), safe) : `${folder}/${toFileNameKey(safe)}`;
}

/** [Assets] template assets cannot be changed, so they have no fix. */
function renameAssetFix({ id, name, type }: Asset, isFree: (name: string) => boolean): QuickFix | undefined {
  if (type.startsWith('template-')) return undefined;
  const [base, extension] = splitFileExtension(name);
  // A long name is truncated for the file, which would remove the number again.
  const stem = [...base].slice(0, maxStemLength).join('');
  for (let count = 2; count < maxSuffix; count++) {
    const next = `${stem}_${count}${extension}`;
    if (isFree(next))
      return { label: message('check.fix.rename', { name: next }), command: { do: 'change', kind: 'asset', id, fields: { name: next } } };
  }
  return undefined;
}
