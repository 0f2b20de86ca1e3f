/** The cover of an element in the inspector: seen, chosen among the assets, brought from the desktop, taken off. */
import { Shapes, TvMinimalPlay } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { fileAddress } from '../bridge.ts';
import { Part } from '../fields/panel.tsx';
import { Shows } from '../fields/shows.tsx';
import { openProject, useRecord } from '../state/open-project.ts';
import { assetsWords } from '../words/en/assets.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { mediaOf } from './asset-words.ts';
import { showYoutubeCover } from './cover-by-name.tsx';
import { CoverPicker } from './cover-picker.tsx';
import { CoverPlayback, isFilm } from './cover-playback.tsx';
import { showPreview } from './preview.tsx';
import './element-assets.css';

type Cover = NonNullable<StoryRecord<'element'>['cover']>;

export function CoverField({ element: { id, cover } }: { element: StoryRecord<'element'> }) {
  const assetId = cover && 'id' in cover ? cover.id : null;
  return (
    <Part title={assetsWords.cover}>
      <Shows field="element.cover">
        {assetId !== null && <CoverPicture key={assetId} assetId={assetId} />}
        {cover && assetId === null && (
          <div className="row">
            {cover.type === 'youtube' ? <TvMinimalPlay size={16} aria-hidden="true" /> : <Shapes size={16} aria-hidden="true" />}
            <span title={wordsFor(cover)}>{wordsFor(cover)}</span>
          </div>
        )}
        <CoverPicker
          kind="element"
          id={id}
          cover={cover}
          media={['image', 'video']}
          placeholder={cover ? assetsWords.pictureOrFilmInstead : assetsWords.pictureOrFilmAmong}
        >
          <button type="button" className="text-button" onClick={() => showYoutubeCover(id)}>
            <TvMinimalPlay size={13} aria-hidden="true" /> {inspectorWords.cover.youtube}
          </button>
        </CoverPicker>
        {isFilm(cover) && <CoverPlayback elementId={id} cover={cover} />}
      </Shows>
    </Part>
  );
}

const wordsFor = (cover: Cover): string =>
  cover.type === 'icon' ? assetsWords.icon(cover.file) : cover.type === 'youtube' ? cover.url : '';

/** Large enough to be looked at; a click shows it larger. A file that is not there shows nothing. */
export function CoverPicture({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  const hash = useStore(openProject, (state) => state.hash);
  const [lost, setLost] = useState<string | null>(null);
  if (!asset || hash === null || asset.file === null || lost === asset.file) return null;
  const address = fileAddress(hash, asset.file);
  return (
    <button type="button" className="cover-picture" aria-label={assetsWords.previewOf(asset.name)} onClick={() => showPreview(asset.id)}>
      {mediaOf(asset) === 'video' ? (
        <video src={address} preload="metadata" muted onError={() => setLost(asset.file)} />
      ) : (
        <img src={address} alt="" decoding="async" loading="lazy" onError={() => setLost(asset.file)} />
      )}
    </button>
  );
}
