/** The usages of an asset: elements and components with it as their cover, elements that play it, attributes that list it. */

import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import type { RecordUsage } from '../../records/names/record-usage.ts';
import { assetTree, subtreeIds } from '../../records/trees/record-tree.ts';

/** The usage of an asset; `assetId` is always set. */
type AssetUsage = RecordUsage & { readonly assetId: string };

/** For a folder: the usages of everything in it. */
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
