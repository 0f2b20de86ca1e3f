/** The editable fields of an asset besides its file: name, type, volume, and the size if no file is stored. */

import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { NumberField } from '../../editors/fields/number-field.tsx';
import { t } from '../../messages/translate.ts';
import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { type Asset, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { useProject } from '../../state/open-project.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { Button } from '../../ui/button.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';
import './asset-fields.css';

const mediaTypeOptions = () => (['image', 'audio', 'video'] as const).map((id) => ({ id, label: t(`assetField.types.${id}`) }));
/** In percent; more than 100 is louder than the file. */
const maxVolume = 100;

export function AssetFields({ asset }: { asset: Asset }) {
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
        <NumberField
          label={t('assetField.volume')}
          value={volume}
          min={0}
          max={maxVolume}
          step={0.1}
          emptyMeaning={t('assetField.unchangedVolume')}
          save={(to) => updateFields('asset', id, { volume: to })}
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
