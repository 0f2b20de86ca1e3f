/** What of an asset can be changed beside its file: name, kind, volume, and where no file is stored what is said of its size. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { NumberField } from '../fields/number-field.tsx';
import { change, saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { assetFieldWords as words } from '../words/en/asset-fields.ts';
import { isFixed } from './asset-words.ts';
import { showMoveAssets } from './move-assets.tsx';
import './asset-fields.css';

type Asset = StoryRecord<'asset'>;

const types = (['image', 'audio', 'video'] as const).map((id) => ({ id, label: words.types[id] }));
/** Percent; more is louder than the file. */
const LOUDEST = 100;

export function AssetFields({ asset }: { asset: Asset }) {
  const { id, name, size, volume, bytes, parentId } = asset;
  const folder = useProject((project) => {
    const parent = project.find('asset', parentId ?? '');
    return parent?.parentId == null ? '' : parent.name;
  });
  if (isFixed(asset)) return null;
  const type = types.find((each) => each.id === asset.type)?.id ?? null;
  return (
    <div className="asset-fields">
      <Shows field="asset.name">
        <TextField label={words.name} name={`${id} name`} value={name} save={(to) => saveChange('asset', id, { name: to })} />
      </Shows>
      <Shows field="asset.type">
        <Select label={words.type} options={types} value={type} onChange={(to) => change('asset', id, { type: to })} />
      </Shows>
      <Shows field="asset.volume">
        <NumberField
          label={words.volume}
          value={volume}
          min={0}
          max={LOUDEST}
          step={0.1}
          emptyIs={words.untouched}
          save={(to) => change('asset', id, { volume: to })}
        />
      </Shows>
      {bytes === null && (
        <Shows field="asset.size">
          <TextField
            label={words.size}
            name={`${id} size`}
            value={size ?? ''}
            save={(to) => saveChange('asset', id, { size: to === '' ? null : to })}
          />
        </Shows>
      )}
      <Shows field="asset.parentId">
        <div className="field">
          <span className="field-label">{words.folder}</span>
          <div className="asset-folder">
            <span>{folder === '' ? words.top : folder}</span>
            <Button onPress={() => showMoveAssets([id])}>{words.move}</Button>
          </div>
        </div>
      </Shows>
    </div>
  );
}
