/** The cover of an element in the inspector: seen, chosen among the assets, brought from the desktop, taken off. */
import { Shapes, TvMinimalPlay, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { send } from '../actions/send.ts';
import { fileAddress } from '../bridge.ts';
import { Part } from '../inspector/panel.tsx';
import { change } from '../inspector/save.ts';
import { SearchField } from '../inspector/search-field.tsx';
import { openProject, useRecord } from '../state/open-project.ts';
import { addChosen } from './adding.ts';
import { putToUse } from './arrivals.ts';
import { assetName, assetOptions } from './asset-search.ts';
import { inShort, mediaOf } from './asset-words.ts';
import { showPreview } from './preview.tsx';
import { Thumbnail } from './thumbnail.tsx';
import './element-assets.css';

type Cover = NonNullable<StoryRecord<'element'>['cover']>;

export function CoverField({ element: { id, cover } }: { element: StoryRecord<'element'> }) {
  const assetId = cover && 'id' in cover ? cover.id : null;
  const choose = (chosen: string | null) => {
    if (chosen === null || chosen === assetId) return;
    const { project } = openProject.getState();
    const asset = project.find('asset', chosen);
    const command = asset && putToUse(project, { for: 'element', id }, asset, false);
    if (command) void send(command).catch(() => undefined);
  };
  return (
    <Part title="Cover">
      {cover && <CoverShown cover={cover} remove={() => change('element', id, { cover: null })} />}
      <div className="pick-asset">
        <SearchField
          key={assetId}
          label="Cover"
          value={null}
          placeholder={cover ? 'Another picture or film' : 'Picture or film among the assets'}
          options={(project) => assetOptions(project, ['image', 'video'])}
          nameOf={assetName}
          choose={choose}
        />
        <button
          type="button"
          className="text-button"
          aria-label="Cover from a file"
          title="From a file…"
          onClick={() => void addChosen('file', { purpose: { for: 'element', id } })}
        >
          <Upload size={14} aria-hidden="true" />
        </button>
      </div>
    </Part>
  );
}

function CoverShown({ cover, remove }: { cover: Cover; remove: () => void }) {
  const asset = useRecord('asset', 'id' in cover ? cover.id : null);
  const name = asset?.name ?? (cover.type === 'icon' ? `Icon ${cover.file}` : cover.type === 'youtube' ? cover.url : 'Missing');
  return (
    <div className="cover-shown">
      {asset && <CoverPicture key={`${asset.id} ${asset.file}`} asset={asset} />}
      <div className="row">
        {asset ? (
          <Thumbnail asset={asset} />
        ) : cover.type === 'youtube' ? (
          <TvMinimalPlay size={16} aria-hidden="true" />
        ) : (
          <Shapes size={16} aria-hidden="true" />
        )}
        <span title={name}>
          {name}
          {asset && <small className="faint">{inShort(asset)}</small>}
        </span>
        <button type="button" className="quiet" aria-label="Take the cover off" title="Take off" onClick={remove}>
          <X size={13} />
        </button>
      </div>
    </div>
  );
}

/** Large enough to be looked at; a click shows it larger. Sounds and missing files show nothing. */
function CoverPicture({ asset }: { asset: StoryRecord<'asset'> }) {
  const hash = useStore(openProject, (state) => state.hash);
  const [isThere, setThere] = useState(true);
  if (hash === null || asset.file === null || !isThere) return null;
  const address = fileAddress(hash, asset.file);
  return (
    <button type="button" className="cover-picture" aria-label={`Preview ${asset.name}`} onClick={() => showPreview(asset.id)}>
      {mediaOf(asset) === 'video' ? (
        <video src={address} preload="metadata" muted onError={() => setThere(false)} />
      ) : (
        <img src={address} alt="" decoding="async" loading="lazy" onError={() => setThere(false)} />
      )}
    </button>
  );
}
