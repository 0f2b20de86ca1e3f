/** The sounds that an element plays, in their order: listened to, set, moved, added, taken off. */

import { ArrowDown, ArrowUp, Play, Square, Upload, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { perform } from '../board/act.ts';
import { NumberField } from '../fields/number-field.tsx';
import { Part } from '../fields/panel.tsx';
import { change } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { Shows } from '../fields/shows.tsx';
import { openProject, useList, useRecord } from '../state/open-project.ts';
import { Select } from '../ui/select.tsx';
import { assetFieldWords } from '../words/en/asset-fields.ts';
import { assetsWords } from '../words/en/assets.ts';
import { addChosen } from './adding.ts';
import { assetName, assetOptions } from './asset-search.ts';
import { listen, listening } from './listening.ts';
import './element-assets.css';

const modes = [
  { id: 'once', label: assetsWords.once },
  { id: 'loop', label: assetsWords.againAndAgain },
  { id: 'stop', label: assetsWords.stopIt },
] as const;

/** An hour: nobody waits longer. */
const LONGEST = 3_600_000;

export function SoundsField({ elementId }: { elementId: string }) {
  const ids = useList(elementId, 'audio');
  const adding = useRef<HTMLDivElement>(null);
  // The list has grown and pushed the field down: whoever goes on adding still sees it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sound that comes or goes moves it
  useEffect(() => {
    if (adding.current?.contains(document.activeElement)) adding.current.scrollIntoView({ block: 'nearest' });
  }, [ids.length]);
  const add = (assetId: string | null) => {
    if (assetId !== null) void perform({ do: 'create', kind: 'audioAttachment', fields: { elementId, assetId } });
  };
  return (
    <Part title={assetsWords.sounds}>
      {ids.length > 0 && (
        <ol className="rows">
          {ids.map((id, at) => (
            <Sound key={id} id={id} at={at} count={ids.length} />
          ))}
        </ol>
      )}
      <div className="pick-asset" ref={adding}>
        <SearchField
          label={assetsWords.sound}
          value={null}
          placeholder={ids.length === 0 ? assetsWords.soundAmongTheAssets : assetsWords.anotherSound}
          options={(project) => assetOptions(project, ['audio'])}
          nameOf={assetName}
          choose={add}
          adds
        />
        <button
          type="button"
          className="quiet"
          aria-label={assetsWords.soundFromAFile}
          title={assetsWords.fromAFile}
          onClick={() => void addChosen('files', { purpose: { for: 'element', id: elementId }, type: 'audio' })}
        >
          <Upload size={14} />
        </button>
      </div>
    </Part>
  );
}

function Sound({ id, at, count }: { id: string; at: number; count: number }) {
  const sound = useRecord('audioAttachment', id);
  const asset = useRecord('asset', sound?.assetId ?? null);
  const hash = useStore(openProject, (state) => state.hash);
  const isPlaying = useStore(listening, ({ playing }) => playing === id);
  if (!sound) return null;
  const name = asset?.name ?? assetsWords.missingSound;
  const file = asset?.file ?? null;
  const move = (to: number) => void perform({ do: 'move', kind: 'audioAttachment', id, at: to });
  return (
    <li className="row sound">
      <div className="sound-head">
        <button
          type="button"
          className="quiet"
          aria-label={isPlaying ? assetsWords.stop(name) : assetsWords.listenTo(name)}
          disabled={file === null || hash === null}
          onClick={() => file !== null && hash !== null && listen(id, hash, file)}
        >
          {isPlaying ? <Square size={12} fill="currentColor" /> : <Play size={13} fill="currentColor" />}
        </button>
        <span className="sound-name" title={name} data-field="audioAttachment.elementId">
          {name}
        </span>
        {count > 1 && (
          <span className="row-tools">
            <button type="button" className="quiet" aria-label={assetsWords.moveUp(name)} disabled={at === 0} onClick={() => move(at - 1)}>
              <ArrowUp size={13} />
            </button>
            <button
              type="button"
              className="quiet"
              aria-label={assetsWords.moveDown(name)}
              disabled={at === count - 1}
              onClick={() => move(at + 1)}
            >
              <ArrowDown size={13} />
            </button>
          </span>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={assetsWords.takeNamedOff(name)}
          title={assetsWords.takeOff}
          onClick={() => void perform({ do: 'remove', kind: 'audioAttachment', id })}
        >
          <X size={13} />
        </button>
      </div>
      <Shows field="audioAttachment.assetId">
        <SearchField
          key={sound.assetId}
          label={assetFieldWords.sound(name)}
          value={sound.assetId}
          placeholder={name}
          options={(project) => assetOptions(project, ['audio'])}
          nameOf={assetName}
          choose={(assetId) => assetId !== null && assetId !== sound.assetId && change('audioAttachment', id, { assetId })}
        />
      </Shows>
      <div className="sound-how">
        <Shows field="audioAttachment.mode">
          <Select
            label={assetsWords.plays}
            options={modes}
            value={sound.mode}
            onChange={(mode) => change('audioAttachment', id, { mode })}
          />
        </Shows>
        <Shows field="audioAttachment.delay">
          <NumberField
            label={assetsWords.delayMs}
            value={sound.delay}
            min={0}
            max={LONGEST}
            step={100}
            save={(delay) => delay !== null && change('audioAttachment', id, { delay })}
          />
        </Shows>
      </div>
    </li>
  );
}
