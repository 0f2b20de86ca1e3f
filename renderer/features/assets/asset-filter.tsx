/** The fields above the assets: they narrow them to files by name, by type, and to those that nothing uses, and show them as a list or a grid. */
import { LayoutGrid, List } from 'lucide-react';
import { useStore } from 'zustand';
import type { Project } from '../../../shared/model/project.ts';
import { compareTexts, t } from '../../messages/translate.ts';
import { TreeFilterField } from '../../navigation/record-trees/tree-filter.tsx';
import { type Asset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { asOneOf, createStoredState } from '../../state/stored-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';

export interface AssetFilter {
  readonly name: string;
  readonly show: 'all' | 'image' | 'audio' | 'video' | 'unused';
}
export const showAllAssets: AssetFilter = { name: '', show: 'all' };

export const isFiltering = ({ name, show }: AssetFilter): boolean => name.trim() !== '' || show !== 'all';

/**
 * Returns a selector of the files that fit, by name; their folders are left out. It searches and sorts again only when an asset has changed, because a
 * story is saved at each pause in typing.
 */
export function createAssetSelector({ name, show }: AssetFilter): (project: Project) => readonly Asset[] {
  const isFound = (asset: Asset): boolean => {
    const type = mediaTypeOf(asset);
    return type !== null && (show === 'all' || show === 'unused' || show === type) && (name.trim() === '' || matchesName(asset.name, name));
  };
  let assets: readonly Asset[] = [];
  let found: readonly Asset[] = [];
  return (project) => {
    const current = [...project.recordsOfKind('asset')];
    if (current.length !== assets.length || current.some((asset, at) => asset !== assets[at])) {
      assets = current;
      found = assets.filter(isFound).sort((one, two) => compareTexts(one.name, two.name));
    }
    return show === 'unused' ? found.filter(({ id }) => !isUsed(project, id)) : found;
  };
}

/** The tree refers to assets, too, which is no use of them. */
function isUsed(project: Project, id: string): boolean {
  for (const referrer of project.referrersOf(id)) if (project.get(referrer)?.kind !== 'asset') return true;
  return false;
}

/** How assets are shown: in their folders, or all files as a grid of thumbnails. */
export type AssetView = 'list' | 'grid';

const assetViewStore = createStoredState<{ readonly view: AssetView }>({
  topic: 'assets',
  parse: ({ view }) => ({ view: asOneOf(view, ['list', 'grid'], 'list') }),
  upgrade: () => ({}),
});
export const useAssetView = (): AssetView => useStore(assetViewStore, ({ view }) => view);

export function AssetFilterFields({ filter, onChange }: { filter: AssetFilter; onChange: (filter: AssetFilter) => void }) {
  const view = useAssetView();
  return (
    <search className="asset-filter" aria-label={t('assets.filter.label')}>
      <TreeFilterField
        label={t('assets.filter.name')}
        placeholder={t('assets.filter.placeholder')}
        value={filter.name}
        onChange={(name) => onChange({ ...filter, name })}
        canClear={isFiltering(filter)}
        onClear={() => onChange(showAllAssets)}
      />
      <div className="asset-filter-line">
        <Select
          label={t('assets.filter.show')}
          isLabelHidden
          options={(['all', 'image', 'audio', 'video', 'unused'] as const).map((id) => ({ id, label: t(`assets.filter.shown.${id}`) }))}
          value={filter.show}
          onChange={(show) => onChange({ ...filter, show })}
        />
        <IconButton
          icon={view === 'grid' ? List : LayoutGrid}
          label={view === 'grid' ? t('assets.view.list') : t('assets.view.grid')}
          onPress={() => assetViewStore.setState({ view: view === 'grid' ? 'list' : 'grid' })}
        />
      </div>
    </search>
  );
}
