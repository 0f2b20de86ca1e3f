/** The cover of an element, of several elements, or of a component: preview it, select it from the assets, from a file or by name, remove it. */
import { Shapes, TvMinimalPlay, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { ElementCoverObject } from '../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { runAction } from '../../commands/action-registry.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { mediaTypeOf } from '../../records/assets/asset-details.ts';
import { useFileUrl } from '../../records/assets/use-file-url.ts';
import { combineCommands } from '../../records/board/edit-commands.ts';
import { detachFromRecords } from '../../records/commands/remove-records.ts';
import { iconLabel } from '../../records/components/component-avatar.tsx';
import { assetName, assetOptions } from '../../records/search/record-options.ts';
import { addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import { createAssignCommand } from '../../records/uploads/upload-commands.ts';
import { openProjectStore, useRecord } from '../../state/open-project.ts';
import { changeFieldsCommand, updateValues } from '../../state/save-fields.ts';
import { sendCommand, sendOrShowError } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { addFilesIcon as AddFilesIcon } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PanelSection } from './panel.tsx';

/** With several elements, a choice applies to all of them. */
export function CoverField({ elements }: { elements: readonly StoryRecord<'element'>[] }) {
  const ids = elements.map(({ id }) => id);
  const cover = elements[0]?.cover ?? null;
  const isMixed = elements.some((each) => !jsonEquals(each.cover, cover));
  if (isMixed)
    return (
      <PanelSection name="cover" title={t('assets.cover.label')}>
        <p className="hint">{t('inspector.several.mixedCovers')}</p>
        <ElementCoverPicker ids={ids} cover="mixed" />
      </PanelSection>
    );
  return <CommonCoverField ids={ids} cover={cover} />;
}

function CommonCoverField({ ids, cover }: { ids: readonly string[]; cover: ElementCoverObject | null }) {
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
        <ElementCoverPicker ids={ids} cover={cover} />
        {isVideoCover(cover) && <CoverPlayback ids={ids} cover={cover} />}
      </RecordFieldMarker>
    </PanelSection>
  );
}

function ElementCoverPicker({ ids, cover }: { ids: readonly string[]; cover: ElementCoverObject | 'mixed' | null }) {
  return (
    <CoverPicker
      kind="element"
      ids={ids}
      cover={cover}
      media={['image', 'video']}
      placeholder={cover ? t('assets.cover.replaceLabel') : t('assets.cover.chooseLabel')}
    >
      <button type="button" className="text-button" onClick={() => showYoutubeCoverDialog(ids)}>
        <TvMinimalPlay size={13} aria-hidden="true" /> {t('inspector.cover.youtube')}
      </button>
    </CoverPicker>
  );
}

function coverLabel(cover: ElementCoverObject): string {
  if (cover.type === 'icon') return t('assets.icon', { file: cover.file });
  return cover.type === 'youtube' ? cover.url : '';
}

/** A preview of the cover; a click opens it larger. Renders nothing if the file is missing. */
function CoverPreview({ assetId }: { assetId: string }) {
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

/** The cover of a component: an image from the assets or from a file. An imported icon cover is shown by its name and can be removed. */
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
          ids={[id]}
          cover={cover}
          media={['image']}
          placeholder={cover ? t('components.cover.replace') : t('components.cover.chooseAsset')}
        />
      </RecordFieldMarker>
    </PanelSection>
  );
}

interface CoverPickerProps {
  readonly kind: 'element' | 'component';
  /** Components are changed one at a time. */
  readonly ids: readonly string[];
  /** `mixed`: the records have different covers. */
  readonly cover: { readonly type: string; readonly id?: string } | 'mixed' | null;
  readonly media: readonly ('image' | 'video')[];
  readonly placeholder: string;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

/** Selects a cover from the assets, a file or the icons, or removes it. */
function CoverPicker({ kind, ids, cover, media, placeholder, children }: CoverPickerProps) {
  const assetId = (cover !== 'mixed' && cover?.id) || null;
  const [id = ''] = ids;
  const purpose = ids.length > 1 ? ({ for: 'elements', ids } as const) : { for: kind, id };
  const choose = (chosen: string | null) => {
    if (chosen === null || chosen === assetId) return;
    const { project } = openProjectStore.getState();
    const asset = project.find('asset', chosen);
    void sendOrShowError(
      asset ? combineCommands(ids.flatMap((each) => createAssignCommand(project, { for: kind, id: each }, asset) ?? [])) : null,
    );
  };
  const [only] = media.length === 1 ? media : [];
  return (
    <>
      <div className="pick-asset">
        <SearchField
          label={t('assets.cover.label')}
          value={assetId}
          placeholder={placeholder}
          options={(project) => assetOptions(project, media)}
          nameOf={assetName}
          onChoose={choose}
        />
        <button
          type="button"
          className="quiet"
          aria-label={t('assets.cover.fromFile')}
          title={t('assets.chooseFromFile')}
          onClick={() => void addPickedFiles('file', { purpose, ...(only && { type: only }) })}
        >
          <AddFilesIcon size={14} aria-hidden />
        </button>
        {cover && (
          <button
            type="button"
            className="quiet"
            aria-label={t('assets.cover.remove')}
            title={t('assets.detach')}
            onClick={() => void detachFromRecords(changeFieldsCommand(kind, ids, { cover: null }), t('common.removed.cover'))}
          >
            <X size={14} />
          </button>
        )}
      </div>
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => showIconCoverDialog({ kind, ids })}>
          <Shapes size={13} aria-hidden="true" /> {t('inspector.cover.icon')}
        </button>
        {children}
      </div>
    </>
  );
}

type CoverOwner = { readonly kind: 'element' | 'component'; readonly ids: readonly string[] };

/** Covers that are not assets: an icon of the hosted service by its name, or a YouTube video by its URL. Nothing is downloaded for them. */
const showIconCoverDialog = (owner: CoverOwner): void => showDialog((close) => <IconCoverDialog owner={owner} close={close} />);
const showYoutubeCoverDialog = (elementIds: readonly string[]): void =>
  showDialog((close) => <YoutubeCoverDialog elementIds={elementIds} close={close} />);

function IconCoverDialog({ owner: { kind, ids }, close }: { owner: CoverOwner; close: () => void }) {
  const cover = openProjectStore.getState().project.find(kind, ids[0] ?? '')?.cover;
  return (
    <ExternalCoverDialog
      title={t('inspector.cover.iconTitle')}
      label={t('inspector.cover.iconFile')}
      hint={t('inspector.cover.iconHint')}
      initial={cover?.type === 'icon' ? cover.file : ''}
      save={(file) => sendCommand(changeFieldsCommand(kind, ids, { cover: { type: 'icon', file } }))}
      close={close}
    />
  );
}

function YoutubeCoverDialog({ elementIds, close }: { elementIds: readonly string[]; close: () => void }) {
  const cover = openProjectStore.getState().project.find('element', elementIds[0] ?? '')?.cover;
  const current = cover?.type === 'youtube' ? cover : null;
  return (
    <ExternalCoverDialog
      title={t('inspector.cover.youtubeTitle')}
      label={t('inspector.cover.youtubeUrl')}
      hint={t('inspector.cover.youtubeHint')}
      initial={current?.url ?? ''}
      save={(url) => sendCommand(changeFieldsCommand('element', elementIds, { cover: { ...current, type: 'youtube', url } }))}
      close={close}
    />
  );
}

interface ExternalCoverDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly initial: string;
  /** Receives the trimmed text; an empty one cannot be submitted. */
  readonly save: (text: string) => Promise<unknown>;
  readonly close: () => void;
}

function ExternalCoverDialog({ title, label, hint, initial, save, close }: ExternalCoverDialogProps) {
  const [text, setText] = useState(initial);
  return (
    <FormDialog
      title={title}
      submitLabel={t('inspector.cover.use')}
      isReady={text.trim() !== ''}
      run={() => save(text.trim())}
      onClose={close}
    >
      <TextField label={label} value={text} onChange={setText} description={hint} isCode autoFocus selectsAll />
    </FormDialog>
  );
}

type VideoCover = Extract<ElementCoverObject, { type: 'video' | 'template-video' | 'youtube' }>;

const isVideoCover = (cover: ElementCoverObject | null): cover is VideoCover =>
  cover?.type === 'video' || cover?.type === 'template-video' || cover?.type === 'youtube';

/** The playback options of a video cover ([Elements] cover object). An option that was never set is not stored until the user sets it. */
function CoverPlayback({ ids, cover }: { ids: readonly string[]; cover: VideoCover }) {
  const set = (fields: Partial<VideoCover>) =>
    updateValues('element', ids, 'cover', (now) =>
      // The fields are shared by all types of video covers, so the type of the cover does not change.
      isVideoCover(now) ? ({ ...now, ...fields } as VideoCover) : now,
    );
  return (
    <div className="cover-playback">
      {cover.type !== 'youtube' && (
        <Select
          label={t('assets.playMode.label')}
          options={playModeOptions()}
          value={cover.mode ?? null}
          onChange={(mode) => set({ mode })}
        />
      )}
      <Switch isSelected={cover.autoplay ?? false} onChange={(autoplay) => set({ autoplay })}>
        {t('inspector.cover.autoplay')}
      </Switch>
      <Switch isSelected={cover.showControls ?? false} onChange={(showControls) => set({ showControls })}>
        {t('inspector.cover.showControls')}
      </Switch>
      {cover.type !== 'youtube' && (
        <Switch isSelected={cover.showOptions ?? false} onChange={(showOptions) => set({ showOptions })}>
          {t('inspector.cover.showOptions')}
        </Switch>
      )}
    </div>
  );
}

/** How a sound or a video is played. */
export const playModeOptions = () => (['once', 'loop', 'stop'] as const).map((id) => ({ id, label: t(`assets.playMode.${id}`) }));
