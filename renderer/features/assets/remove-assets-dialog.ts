/** Confirms deleting assets, and lists their usages with links. */
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { confirmRemoval, type Removal } from '../../navigation/removal-dialog.tsx';
import { assetKindOf, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { removeRecords } from '../../records/commands/remove-records.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import type { RecordUsage } from '../../records/names/record-usage.ts';
import { assetTree, isFolder, subtreeIds, withoutDescendants } from '../../records/trees/record-tree.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showToast } from '../../ui/toast-queue.ts';

export function showRemoveAssetsDialog(ids: readonly string[]): void {
  const { project } = openProjectStore.getState();
  const named = withoutDescendants(assetTree, project, ids).flatMap((id) => project.find('asset', id) ?? []);
  const removable = named.filter((asset) => !isTemplateAsset(asset));
  if (removable.length > 0) confirmRemoval(describeRemoval(project, removable));
  else if (named.length > 0) showToast({ tone: 'plain', title: t('assets.remove.templateOwned') });
}

function describeRemoval(project: Project, assets: readonly StoryRecord<'asset'>[]): Removal {
  const ids = assets.map(({ id }) => id);
  const removedIds = ids.flatMap((id) => subtreeIds(assetTree, project, id));
  const inside = removedIds.length - ids.length;
  const fileCount = removedIds.filter((id) => !isFolder(assetTree, project, id)).length;
  const uses = findAssetUsages(project, ids);
  const [first] = assets;
  return {
    title:
      assets.length === 1 && first
        ? t(`assets.remove.title.${assetKindOf(first)}`, { name: first.name })
        : t('assets.remove.manyTitle', { count: assets.length }),
    consequences: inside > 0 ? [t('assets.remove.contents', { count: inside })] : [],
    uses,
    usesHint: uses.length === 0 ? t('common.usages.none') : t('assets.remove.usedCount', { count: fileCount, uses: uses.length }),
    remove: () => removeRecords(ids, { do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'asset', id })) }),
  };
}

/** The usage of an asset; `assetId` is always set. */
type AssetUsage = RecordUsage & { readonly assetId: string };

/**
 * The usages of an asset: elements and components with it as their cover, elements that play it, attributes that list it. For a folder:
 * the usages of everything in it.
 */
export function findAssetUsages(project: Project, ids: readonly string[]): AssetUsage[] {
  const assets = new Set(ids.flatMap((id) => subtreeIds(assetTree, project, id)));
  return [...assets].flatMap((assetId) =>
    [...project.referrersOf(assetId)].flatMap((id) => {
      const holder = project.get(id);
      return holder && holder.kind !== 'asset' ? [{ id, assetId, ...describeUsage(project, holder) }] : [];
    }),
  );
}

function describeUsage(project: Project, holder: AnyRecord): { who: string; how: string } {
  const attribute = project.find('attribute', holder.id);
  if (attribute) return { who: describeRecord(project, attribute.cId), how: t('assets.uses.inAttribute', { name: attribute.name ?? '' }) };
  const sound = project.find('audioAttachment', holder.id);
  if (sound) return { who: describeRecord(project, sound.elementId), how: t('assets.uses.asSound') };
  return {
    who: describeRecord(project, holder.id),
    how: holder.kind === 'project' ? t('assets.uses.projectCover') : t('assets.uses.asCover'),
  };
}
