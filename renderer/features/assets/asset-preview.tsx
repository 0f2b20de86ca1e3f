/** The preview of an asset: the image or a media player, with its details and usages. */
import { ChevronLeft, ChevronRight, FolderSearch, Replace } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { RecordNumberField } from '../../editors/fields/number-field.tsx';
import { t } from '../../messages/translate.ts';
import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { revealAsset } from '../../navigation/record-trees/tree-stores.ts';
import { UsageList } from '../../navigation/usage-list.tsx';
import { type Asset, assetDetails, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { MediaView } from '../../records/assets/media-view.tsx';
import { openProjectStore, useProject, useRecord } from '../../state/open-project.ts';
import { recordKey } from '../../state/renamed-records.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { isInside } from '../../ui/focus.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';
import { useCloseWhenGone } from '../../ui/use-close-when-gone.ts';
import { findAssetUsages } from './remove-assets-dialog.ts';
import { replaceAssetFile } from './replace-asset-file.ts';
import './assets.css';

export const showAssetPreviewDialog = (id: string): void => showDialog((close) => <AssetPreviewDialog first={id} close={close} />);

function AssetPreviewDialog({ first, close }: { first: string; close: () => void }) {
  const [id, setId] = useState(first);
  const asset = useRecord('asset', id);
  const hash = useStore(openProjectStore, (state) => state.hash);
  useCloseWhenGone(asset, close);
  if (!asset || hash === null) return null;
  const { project } = openProjectStore.getState();
  const { before, after } = siblingFiles(project, asset);
  const uses = findAssetUsages(project, [id]);
  const adjacent: Readonly<Record<string, string | undefined>> = { ArrowLeft: before, ArrowRight: after };
  const showAdjacentFile = (event: KeyboardEvent) => {
    // Fields, media players and lists handle the arrow keys themselves.
    if (!isInside(event)) return;
    if (event.target instanceof Element && event.target.closest('.asset-fields, audio, video, ul')) return;
    const next = adjacent[event.key];
    if (next !== undefined) setId(next);
  };
  return (
    <Dialog title={asset.name} onClose={close} width={780}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut for the buttons */}
      <div className="preview" onKeyDown={showAdjacentFile}>
        <div className="preview-stage">
          <IconButton
            icon={ChevronLeft}
            label={t('assets.previousAsset')}
            isDisabled={before === undefined}
            onPress={() => before !== undefined && setId(before)}
          />
          <MediaView key={`${id} ${asset.file}`} asset={asset} hash={hash} />
          <IconButton
            icon={ChevronRight}
            label={t('assets.nextAsset')}
            isDisabled={after === undefined}
            onPress={() => after !== undefined && setId(after)}
          />
        </div>
        <AssetFields key={recordKey(id)} asset={asset} />
        <div className="preview-below">
          <dl className="facts" data-field="asset.mime asset.size asset.bytes asset.width asset.height asset.duration">
            {assetDetails(asset).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <section className="preview-uses">
            <h3>{t('common.usages.label')}</h3>
            {uses.length === 0 ? <p className="field-description">{t('common.usages.none')}</p> : <UsageList uses={uses} close={close} />}
          </section>
        </div>
        <footer className="dialog-buttons">
          {isTemplateAsset(asset) ? (
            <p className="field-description preview-fixed">{t('assets.templateReadOnlyHint')}</p>
          ) : (
            <RecordFieldMarker field="asset.file">
              <Button icon={Replace} onPress={() => replaceAssetFile(id)}>
                {asset.file === null ? t('assets.menu.chooseFile') : t('assets.menu.replaceFile')}
              </Button>
            </RecordFieldMarker>
          )}
          <Button
            icon={FolderSearch}
            onPress={() => {
              close();
              revealAsset(id);
            }}
          >
            {t('assets.revealInTree')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** The previous and the next file in its folder. */
function siblingFiles(project: Project, { id, parentId }: StoryRecord<'asset'>): { before: string | undefined; after: string | undefined } {
  const files =
    parentId === null ? [] : project.childIds(parentId, 'assets').filter((each) => project.find('asset', each)?.type !== 'folder');
  const at = files.indexOf(id);
  return { before: files[at - 1], after: files[at + 1] };
}

const mediaTypeOptions = () => (['image', 'audio', 'video'] as const).map((id) => ({ id, label: t(`assetField.types.${id}`) }));
/** In percent; more than 100 is louder than the file. */
const maxVolume = 100;

/** The editable fields of an asset besides its file: name, type, volume, and the size if no file is stored. */
function AssetFields({ asset }: { asset: Asset }) {
  const { id, name, size, volume, bytes, parentId } = asset;
  const folder = useProject((project) => {
    const parent = project.find('asset', parentId ?? '');
    return parent?.parentId == null ? '' : parent.name;
  });
  if (isTemplateAsset(asset)) return null;
  const type = mediaTypeOptions().find((each) => each.id === asset.type)?.id ?? null;
  return (
    <div className="asset-fields">
      <RecordFieldMarker field="asset.name">
        <DraftTextField
          label={t('assetField.name')}
          name={`${id} name`}
          value={name}
          save={(to) => saveFields('asset', id, { name: to })}
        />
      </RecordFieldMarker>
      <RecordFieldMarker field="asset.type">
        <Select
          label={t('assetField.type')}
          options={mediaTypeOptions()}
          value={type}
          onChange={(to) => updateFields('asset', id, { type: to })}
        />
      </RecordFieldMarker>
      <RecordFieldMarker field="asset.volume">
        <RecordNumberField
          label={t('assetField.volume')}
          name={`${id} volume`}
          value={volume}
          min={0}
          max={maxVolume}
          step={0.1}
          emptyMeaning={t('assetField.unchangedVolume')}
          save={(to: number | null) => saveFields('asset', id, { volume: to })}
        />
      </RecordFieldMarker>
      {bytes === null && (
        <RecordFieldMarker field="asset.size">
          <DraftTextField
            label={t('assetField.size')}
            name={`${id} size`}
            value={size ?? ''}
            save={(to) => saveFields('asset', id, { size: to === '' ? null : to })}
          />
        </RecordFieldMarker>
      )}
      <RecordFieldMarker field="asset.parentId">
        <div className="field">
          <span className="field-label">{t('assetField.folder')}</span>
          <div className="asset-folder">
            <span>{folder === '' ? t('assetField.topLevel') : folder}</span>
            <Button onPress={() => showMoveRecordsDialog('asset', [id])}>{t('assetField.move')}</Button>
          </div>
        </div>
      </RecordFieldMarker>
    </div>
  );
}
