/** The sounds of an element: preview, configure, reorder, add and remove them. */
import { Play, Square, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { RecordNumberField } from '../../editors/fields/number-field.tsx';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { fileUrl } from '../../platform/file-url.ts';
import { detachFromRecords } from '../../records/commands/remove-records.ts';
import { assetName, assetOptions } from '../../records/search/record-options.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { openProjectStore, useRecord, useRecordList } from '../../state/open-project.ts';
import { recordKey } from '../../state/renamed-records.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { addFilesIcon as AddFilesIcon } from '../../ui/icons.ts';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { playModeOptions } from './cover-field.tsx';
import { PanelSection } from './panel.tsx';

/** One hour. A longer delay is taken to be a mistake. */
const maxDelayMs = 3_600_000;

export function SoundsField({ elementId }: { elementId: string }) {
  const ids = useRecordList(elementId, 'audio');
  const searchField = useRef<HTMLDivElement>(null);
  // A growing list pushes the search field down; while the user is adding sounds, the field is scrolled back into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids.length` is not read, but each change moves the field
  useEffect(() => {
    if (searchField.current?.contains(document.activeElement)) searchField.current.scrollIntoView({ block: 'nearest' });
  }, [ids.length]);
  const add = (assetId: string | null) => {
    if (assetId !== null) void sendOrShowError({ do: 'create', kind: 'audioAttachment', fields: { elementId, assetId } });
  };
  return (
    <PanelSection name="sounds" title={t('assets.sound.title')}>
      {ids.length > 0 && (
        <ol className="rows">
          {ids.map((id, at) => (
            <SoundRow key={recordKey(id)} id={id} at={at} count={ids.length} />
          ))}
        </ol>
      )}
      <div className="pick-asset" ref={searchField}>
        <SearchField
          label={t('assets.sound.label')}
          value={null}
          placeholder={ids.length === 0 ? t('assets.sound.chooseLabel') : t('assets.sound.add')}
          options={(project) => assetOptions(project, ['audio'])}
          nameOf={assetName}
          onChoose={add}
          addsOnChoose
        />
        <button
          type="button"
          className="quiet"
          aria-label={t('assets.sound.fromFile')}
          title={t('assets.chooseFromFile')}
          onClick={() => void addPickedFiles('files', { purpose: { for: 'element', id: elementId }, type: 'audio' })}
        >
          <AddFilesIcon size={14} aria-hidden />
        </button>
      </div>
    </PanelSection>
  );
}

function PreviewButton({ id, name, file }: { id: string; name: string; file: string | null }) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const isPlaying = useStore(soundPreviewStore, ({ playingId }) => playingId === id);
  useEffect(() => () => stopSoundPreview(id), [id]);
  return (
    <button
      type="button"
      className="quiet"
      aria-label={isPlaying ? t('assets.sound.stop', { name }) : t('assets.sound.play', { name })}
      disabled={file === null || hash === null}
      onClick={() => file !== null && hash !== null && toggleSoundPreview(id, hash, file)}
    >
      {isPlaying ? <Square size={12} fill="currentColor" /> : <Play size={13} fill="currentColor" />}
    </button>
  );
}

function SoundRow({ id, at, count }: { id: string; at: number; count: number }) {
  const sound = useRecord('audioAttachment', id);
  const asset = useRecord('asset', sound?.assetId ?? null);
  if (!sound) return null;
  const name = asset?.name ?? t('assets.sound.missing');
  return (
    <li className="row sound">
      <div className="sound-head">
        <PreviewButton id={id} name={name} file={asset?.file ?? null} />
        <span className="sound-name user-text" title={name} data-field="audioAttachment.elementId">
          {name}
        </span>
        {count > 1 && (
          <span className="row-tools">
            <MoveButtons
              labels={{ up: t('assets.moveUp', { name }), down: t('assets.moveDown', { name }) }}
              canMoveUp={at > 0}
              canMoveDown={at < count - 1}
              onMove={(step) => void sendOrShowError({ do: 'move', kind: 'audioAttachment', id, at: at + step })}
            />
          </span>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={t('assets.detachNamed', { name })}
          title={t('assets.detach')}
          onClick={() => void detachFromRecords({ do: 'remove', kind: 'audioAttachment', id }, t('common.removed.named', { name }))}
        >
          <X size={13} />
        </button>
      </div>
      <RecordFieldMarker field="audioAttachment.assetId">
        <SearchField
          key={sound.assetId}
          label={t('assetField.replacementSound', { name })}
          value={sound.assetId}
          placeholder={name}
          options={(project) => assetOptions(project, ['audio'])}
          nameOf={assetName}
          onChoose={(assetId) => assetId !== null && assetId !== sound.assetId && updateFields('audioAttachment', id, { assetId })}
        />
      </RecordFieldMarker>
      <div className="sound-options">
        <RecordFieldMarker field="audioAttachment.mode">
          <Select
            label={t('assets.playMode.label')}
            options={playModeOptions()}
            value={sound.mode}
            onChange={(mode) => updateFields('audioAttachment', id, { mode })}
          />
        </RecordFieldMarker>
        <RecordFieldMarker field="audioAttachment.delay">
          <RecordNumberField
            label={t('assets.delayMs')}
            name={`${id} delay`}
            value={sound.delay}
            min={0}
            max={maxDelayMs}
            step={100}
            save={(delay) => saveFields('audioAttachment', id, { delay })}
          />
        </RecordFieldMarker>
      </div>
    </li>
  );
}

/** The sound preview. Only one sound plays at a time. `playingId` is the id of the record whose sound is playing. */
export const soundPreviewStore = createStore<{ readonly playingId: string | null }>(() => ({ playingId: null }));
let player: HTMLAudioElement | undefined;

/** Plays the stored file, or stops when it is the one being played. */
export function toggleSoundPreview(id: string, hash: string, file: string): void {
  const wasPlaying = soundPreviewStore.getState().playingId;
  stop();
  if (wasPlaying === id) return;
  const audio = new Audio(fileUrl(hash, file));
  player = audio;
  soundPreviewStore.setState({ playingId: id });
  const ended = () => {
    if (player === audio) stop();
  };
  audio.addEventListener('ended', ended);
  audio.play().catch(() => {
    if (player !== audio) return;
    stop();
    showToast({ tone: 'warning', title: t('assets.sound.unplayable') });
  });
}

/** To be called when the record is no longer shown, because nothing else could stop its sound. */
export function stopSoundPreview(id: string): void {
  if (soundPreviewStore.getState().playingId === id) stop();
}

function stop(): void {
  player?.pause();
  player = undefined;
  soundPreviewStore.setState({ playingId: null });
}
