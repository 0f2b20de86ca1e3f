/** The editor of an attribute's value: one for each of the seven types. Texts can be edited in several attributes at once. */

import { useId } from 'react';
import type { AttributeValue } from '../../../../shared/model/kinds/attribute-value.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { draftNameOf, useDraft } from '../../../editors/fields/draft.ts';
import { DraftNotices } from '../../../editors/fields/field.tsx';
import { NumberValueField } from '../../../editors/fields/number-value-field.tsx';
import { SearchField } from '../../../editors/fields/search-field.tsx';
import { RichTextField } from '../../../editors/text/rich-text-field.tsx';
import { t } from '../../../messages/translate.ts';
import { revealAsset, revealComponent } from '../../../navigation/record-trees/tree-stores.ts';
import { newId } from '../../../platform/new-id.ts';
import { assetDragType } from '../../../records/assets/asset-details.ts';
import { Thumbnail } from '../../../records/assets/thumbnail.tsx';
import { componentMimeType } from '../../../records/components/component-attachments.ts';
import { ComponentAvatar } from '../../../records/components/component-avatar.tsx';
import { recordName, useRecordName } from '../../../records/names/record-names.ts';
import type { SearchOption } from '../../../records/search/match-options.ts';
import { assetName, componentOptions } from '../../../records/search/record-options.ts';
import { assetTree, folderPath } from '../../../records/trees/record-tree.ts';
import { openProjectStore, useProject, useRecord } from '../../../state/open-project.ts';
import { saveFields, updateFields, updateValues } from '../../../state/save-fields.ts';
import { useSelection } from '../../../state/selection.ts';
import { moveToIndex, ReorderableList, type ReorderableListProps } from '../../../ui/reorderable-list.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Attribute } from './attribute-types.ts';

export function ValueEditor({ attribute: { id, value }, label }: { attribute: Attribute; label: string }) {
  if (value.type === 'boolean')
    return (
      <Switch
        label={label}
        isSelected={value.data}
        onChange={(data) => updateFields('attribute', id, { value: { type: 'boolean', data } })}
      >
        {value.data ? t('attributes.yes') : t('attributes.no')}
      </Switch>
    );
  if (value.type === 'integer' || value.type === 'float') {
    const { type } = value;
    return (
      <NumberValueField
        key={type}
        label={label}
        name={`${id} ${type}`}
        type={type}
        value={value.data}
        save={(data) => saveFields('attribute', id, { value: { type, data } })}
      />
    );
  }
  if (value.type === 'component-list') return <ComponentListField id={id} data={value.data ?? []} label={label} />;
  if (value.type === 'asset-list') return <AssetListField id={id} data={value.data ?? []} label={label} />;
  if (value.plain) return <PlainTextValue ids={[id]} data={value.data} label={label} />;
  return <RichTextValue ids={[id]} data={value.data} label={label} />;
}

interface TextValueProps {
  /** The attributes that get the text: one, or those of several elements. */
  readonly ids: readonly string[];
  readonly data: string | null;
  readonly label: string;
  /** Shown while there is no text. */
  readonly placeholder?: string;
}

/** Several attributes are changed when the field is left, so that one undo reverts all of it. */
const savesFor = (ids: readonly string[]) => (ids.length > 1 ? 'whenLeft' : 'whileTyping');

export function RichTextValue({ ids, data, label, placeholder = t('attributes.valuePlaceholder') }: TextValueProps) {
  const [id = ''] = ids;
  return (
    <RichTextField
      label={label}
      id={id}
      name={draftNameOf(ids, 'rich')}
      value={data}
      save={(text) => saveFields('attribute', ids, { value: { type: 'string', plain: false, data: text } })}
      saves={savesFor(ids)}
      placeholder={placeholder}
    />
  );
}

export function PlainTextValue({ ids, data, label, placeholder }: TextValueProps) {
  const draft = useDraft({
    name: draftNameOf(ids, 'plain'),
    value: data ?? '',
    save: (text) => saveFields('attribute', ids, { value: { type: 'string', plain: true, data: text === '' ? null : text } }),
    saves: savesFor(ids),
  });
  const faultId = useId();
  return (
    <>
      <textarea
        className="input plain-value"
        rows={1}
        value={draft.value}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={draft.error !== null || undefined}
        aria-describedby={draft.error === null ? undefined : faultId}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={draft.flush}
      />
      <DraftNotices draft={draft} id={faultId} />
    </>
  );
}

type ListData<T extends AttributeValue['type']> = NonNullable<Extract<AttributeValue, { type: T }>['data']>;

const nullIfEmpty = <T,>(list: readonly T[]): T[] | null => (list.length > 0 ? [...list] : null);

/** Editors for list values: components or assets in the user's order, added by search or by dropping them. */
function ComponentListField({ id, data, label }: { id: string; data: ListData<'component-list'>; label: string }) {
  const set = (change: (now: ListData<'component-list'>) => ListData<'component-list'>) =>
    updateValues('attribute', [id], 'value', (value) =>
      value.type === 'component-list' ? { ...value, data: nullIfEmpty(change(value.data ?? [])) } : value,
    );
  const add = (ids: readonly string[], at?: number) => {
    const { project } = openProjectStore.getState();
    const found = ids.filter((each) => project.find('component', each)?.type === 'component');
    set((now) => {
      const added = found.filter((each) => !now.some(({ component }) => component === each));
      return now.toSpliced(at ?? now.length, 0, ...added.map((component) => ({ id: newId(), component })));
    });
  };
  const names = useRecordNames(data.map(({ component }) => component));
  const listed = new Set(data.map(({ component }) => component));
  return (
    <ValueListField
      label={label}
      searchLabels={{ for: (name) => t('attributes.components.for', { label: name }), add: t('attributes.components.add') }}
      rows={data.map((entry, at) => ({
        id: entry.id,
        name: names[at] || t('inspector.unnamed'),
        picture: <ComponentAvatarById componentId={entry.component} />,
      }))}
      onMove={(entry, at) => set((now) => moveToIndex(now, entry, at))}
      onRemove={(entry) => set((now) => now.filter((each) => each.id !== entry))}
      onOpen={(entry) => {
        const found = data.find((each) => each.id === entry);
        if (found) revealComponent(found.component);
      }}
      accepts={{ type: componentMimeType, add }}
      emptyText={t('attributes.noComponents')}
      options={(project) => componentOptions(project, listed)}
      nameOf={recordName}
      add={(each) => add([each])}
    />
  );
}

function AssetListField({ id, data, label }: { id: string; data: ListData<'asset-list'>; label: string }) {
  const set = (change: (now: ListData<'asset-list'>) => ListData<'asset-list'>) =>
    updateValues('attribute', [id], 'value', (value) =>
      value.type === 'asset-list' ? { ...value, data: nullIfEmpty(change(value.data ?? [])) } : value,
    );
  const add = (ids: readonly string[], at?: number) => {
    const { project } = openProjectStore.getState();
    const found = ids.filter((each) => isAssetFile(project, each));
    set((now) => {
      const added = found.filter((each) => !now.some(({ asset }) => asset === each));
      return now.toSpliced(at ?? now.length, 0, ...added.map((asset) => ({ id: newId(), asset })));
    });
  };
  const names = useProject((project) => data.map(({ asset }) => assetName(project, asset)));
  const listed = new Set(data.map(({ asset }) => asset));
  return (
    <ValueListField
      label={label}
      searchLabels={{ for: (name) => t('attributes.assets.for', { label: name }), add: t('attributes.assets.add') }}
      rows={data.map((entry, at) => ({
        id: entry.id,
        name: names[at] || t('attributes.missingAsset'),
        picture: <AssetThumbnail assetId={entry.asset} />,
      }))}
      onMove={(entry, at) => set((now) => moveToIndex(now, entry, at))}
      onRemove={(entry) => set((now) => now.filter((each) => each.id !== entry))}
      onOpen={(entry) => {
        const found = data.find((each) => each.id === entry);
        if (found) revealAsset(found.asset);
      }}
      accepts={{ type: assetDragType, add }}
      emptyText={t('attributes.noAssets')}
      options={(project) => assetFileOptions(project, listed)}
      nameOf={assetName}
      add={(each) => add([each])}
    />
  );
}

/** All assets but the listed ones. */
export const assetFileOptions = (project: Project, listed: ReadonlySet<string>): SearchOption[] =>
  [...project.recordsOfKind('asset')].flatMap(({ id, name, type }) =>
    type === 'folder' || listed.has(id) ? [] : [{ id, name, where: folderPath(assetTree, project, id) }],
  );

const isAssetFile = (project: Project, id: string): boolean => {
  const asset = project.find('asset', id);
  return asset !== undefined && asset.type !== 'folder';
};

interface ValueListFieldProps extends ReorderableListProps {
  /** Labels of the search field. */
  readonly searchLabels: { readonly for: (label: string) => string; readonly add: string };
  readonly options: (project: Project) => SearchOption[];
  readonly nameOf: (project: Project, id: string) => string;
  readonly add: (id: string) => void;
}

function ValueListField({ searchLabels, options, nameOf: nameFor, add, ...rows }: ValueListFieldProps) {
  return (
    <div className="value-list">
      <ReorderableList {...rows} />
      <SearchField
        label={searchLabels.for(rows.label)}
        value={null}
        placeholder={searchLabels.add}
        options={options}
        nameOf={nameFor}
        onChoose={(id) => id !== null && add(id)}
        addsOnChoose
      />
    </div>
  );
}

function useRecordNames(ids: readonly string[]): readonly string[] {
  const locale = useSelection((state) => state.locale);
  return useProject((project) => ids.map((id) => recordName(project, id, locale)));
}

export function ComponentAvatarById({ componentId }: { componentId: string }) {
  const component = useRecord('component', componentId);
  const name = useRecordName(componentId);
  return <ComponentAvatar cover={component?.cover ?? null} name={name} />;
}

export function AssetThumbnail({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  return asset ? <Thumbnail asset={asset} size={14} /> : null;
}
