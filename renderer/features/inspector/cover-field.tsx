/** The cover of an element: preview it, select it from the assets or from a file, remove it. */

import { Shapes, TvMinimalPlay } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ElementCoverObject } from '../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { mediaTypeOf } from '../../records/assets/asset-details.ts';
import { useFileUrl } from '../../records/assets/use-file-url.ts';
import { openProjectStore, useRecord } from '../../state/open-project.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { CoverPicker } from './cover-picker.tsx';
import { CoverPlayback, isVideoCover } from './cover-playback.tsx';
import { showYoutubeCoverDialog } from './external-cover-dialogs.tsx';
import { PanelSection } from './panel/panel.tsx';
import './element-assets.css';

export function CoverField({ element: { id, cover } }: { element: StoryRecord<'element'> }) {
  const assetId = cover && 'id' in cover ? cover.id : null;
  return (
    <PanelSection name="cover" title={t('assets.cover.label')}>
      <RecordFieldMarker field="element.cover">
        {assetId !== null && <CoverPreview key={assetId} assetId={assetId} />}
        {cover && assetId === null && (
          <div className="row">
            {cover.type === 'youtube' ? <TvMinimalPlay size={16} aria-hidden="true" /> : <Shapes size={16} aria-hidden="true" />}
            <span title={coverLabel(cover)}>{coverLabel(cover)}</span>
          </div>
        )}
        <CoverPicker
          kind="element"
          id={id}
          cover={cover}
          media={['image', 'video']}
          placeholder={cover ? t('assets.cover.replaceLabel') : t('assets.cover.chooseLabel')}
        >
          <button type="button" className="text-button" onClick={() => showYoutubeCoverDialog(id)}>
            <TvMinimalPlay size={13} aria-hidden="true" /> {t('inspector.cover.youtube')}
          </button>
        </CoverPicker>
        {isVideoCover(cover) && <CoverPlayback elementId={id} cover={cover} />}
      </RecordFieldMarker>
    </PanelSection>
  );
}

function coverLabel(cover: ElementCoverObject): string {
  if (cover.type === 'icon') return t('assets.icon', { file: cover.file });
  return cover.type === 'youtube' ? cover.url : '';
}

/** A preview of the cover; a click opens it larger. Renders nothing if the file is missing. */
export function CoverPreview({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  const hash = useStore(openProjectStore, (state) => state.hash);
  const [missingFile, setMissingFile] = useState<string | null>(null);
  const address = useFileUrl(hash, asset?.file);
  if (!asset || address === undefined || missingFile === asset.file) return null;
  return (
    <button
      type="button"
      className="cover-picture"
      aria-label={t('assets.previewOf', { name: asset.name })}
      onClick={() => runAction('previewAsset', { kind: 'asset', id: asset.id })}
    >
      {mediaTypeOf(asset) === 'video' ? (
        <video src={address} preload="metadata" muted onError={() => setMissingFile(asset.file)} />
      ) : (
        <img src={address} alt="" decoding="async" loading="lazy" onError={() => setMissingFile(asset.file)} />
      )}
    </button>
  );
}
