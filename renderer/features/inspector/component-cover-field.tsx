/** The cover of a component: an image from the assets or from a file. An imported icon cover is shown by its name and can be removed. */

import { Shapes } from 'lucide-react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { iconLabel } from '../../records/components/component-avatar.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { CoverPreview } from './cover-field.tsx';
import { CoverPicker } from './cover-picker.tsx';
import { PanelSection } from './panel/panel.tsx';

export function ComponentCoverField({ component: { id, cover } }: { component: StoryRecord<'component'> }) {
  const assetId = cover && 'id' in cover ? cover.id : null;
  return (
    <PanelSection name="cover" title={t('components.cover')}>
      <RecordFieldMarker field="component.cover">
        {assetId !== null && <CoverPreview key={assetId} assetId={assetId} />}
        {cover?.type === 'icon' && (
          <div className="row">
            <Shapes size={16} aria-hidden="true" />
            <span title={cover.file}>{t('components.icon', { name: iconLabel(cover.file) })}</span>
          </div>
        )}
        <CoverPicker
          kind="component"
          id={id}
          cover={cover}
          media={['image']}
          placeholder={cover ? t('components.cover.replace') : t('components.cover.chooseAsset')}
        />
      </RecordFieldMarker>
    </PanelSection>
  );
}
