/** The fields above the tree of assets that narrow it to files: by name, by type, and to those that nothing uses. */
import { X } from 'lucide-react';
import type { Project } from '../../../shared/model/project.ts';
import { compareTexts, t } from '../../messages/translate.ts';
import { type Asset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface AssetFilter {
  readonly name: string;
  readonly show: 'all' | 'image' | 'audio' | 'video' | 'unused';
}
export const showAllAssets: AssetFilter = { name: '', show: 'all' };

export const isFiltering = ({ name, show }: AssetFilter): boolean => name.trim() !== '' || show !== 'all';

/** The files that fit, by name. Their folders are left out. */
export function filterAssets(project: Project, { name, show }: AssetFilter): readonly Asset[] {
  return [...project.recordsOfKind('asset')]
    .filter((asset) => {
      const type = mediaTypeOf(asset);
      if (type === null || (name.trim() !== '' && !matchesName(asset.name, name))) return false;
      return show === 'unused' ? !isUsed(project, asset.id) : show === 'all' || show === type;
    })
    .sort((one, two) => compareTexts(one.name, two.name));
}

/** The tree refers to assets, too, which is no use of them. */
const isUsed = (project: Project, id: string): boolean =>
  [...project.referrersOf(id)].some((referrer) => project.get(referrer)?.kind !== 'asset');

export function AssetFilterFields({ filter, onChange }: { filter: AssetFilter; onChange: (filter: AssetFilter) => void }) {
  return (
    <search className="asset-filter" aria-label={t('assets.filter.label')}>
      <TextField
        label={t('assets.filter.name')}
        isLabelHidden
        placeholder={t('assets.filter.placeholder')}
        value={filter.name}
        onChange={(name) => onChange({ ...filter, name })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isFiltering(filter)) return;
          event.preventDefault();
          onChange(showAllAssets);
        }}
      />
      {isFiltering(filter) && <IconButton icon={X} label={t('assets.filter.clear')} onPress={() => onChange(showAllAssets)} />}
      <Select
        label={t('assets.filter.show')}
        isLabelHidden
        options={(['all', 'image', 'audio', 'video', 'unused'] as const).map((id) => ({ id, label: t(`assets.filter.shown.${id}`) }))}
        value={filter.show}
        onChange={(show) => onChange({ ...filter, show })}
      />
    </search>
  );
}
