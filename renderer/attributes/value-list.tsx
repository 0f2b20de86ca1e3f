/** The lists among the values: components or assets, found by search or dropped, in the writer's order. */
import type { AttributeValue } from '../../shared/kinds/attribute-value.ts';
import type { Project } from '../../shared/project.ts';
import { whereIs } from '../assets/asset-nodes.ts';
import { assetName } from '../assets/asset-search.ts';
import { revealAsset } from '../assets/pane-state.ts';
import { Thumbnail } from '../assets/thumbnail.tsx';
import { ASSET_TYPE } from '../assets/use-asset-drag.ts';
import { COMPONENT_TYPE } from '../components/component-drop.ts';
import { ComponentPicture } from '../components/component-picture.tsx';
import { componentOptions } from '../components/component-search.ts';
import { revealComponent } from '../components/pane-state.ts';
import type { Option } from '../fields/best-matches.ts';
import { OrderedRows, type OrderedRowsProps } from '../fields/ordered-rows.tsx';
import { withPlaced } from '../fields/placed.ts';
import { change } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { newId } from '../state/new-id.ts';
import { openProject, useProject, useRecord } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import { nameOf, useName } from '../state/use-words.ts';
import { attributesWords } from '../words/en/attributes.ts';

type Data<T extends AttributeValue['type']> = NonNullable<Extract<AttributeValue, { type: T }>['data']>;

export function ComponentListValue({ id, data, label }: { id: string; data: Data<'component-list'>; label: string }) {
  const set = (entries: Data<'component-list'>) =>
    change('attribute', id, { value: { type: 'component-list', data: entries.length === 0 ? null : entries } });
  const add = (ids: readonly string[], at = data.length) => {
    const { project } = openProject.getState();
    const fresh = ids.filter(
      (each) => project.find('component', each)?.type === 'component' && !data.some(({ component }) => component === each),
    );
    if (fresh.length > 0) set([...data.slice(0, at), ...fresh.map((component) => ({ id: newId(), component })), ...data.slice(at)]);
  };
  const names = useNames(data.map(({ component }) => component));
  const listed = new Set(data.map(({ component }) => component));
  return (
    <List
      label={label}
      one={attributesWords.components}
      rows={data.map((entry, at) => ({
        id: entry.id,
        name: names[at] || 'Unnamed',
        picture: <PictureOf componentId={entry.component} />,
      }))}
      move={(entry, at) => set(withPlaced(data, entry, at))}
      remove={(entry) => set(data.filter((each) => each.id !== entry))}
      go={(entry) => {
        const found = data.find((each) => each.id === entry);
        if (found) revealComponent(found.component);
      }}
      takes={{ type: COMPONENT_TYPE, add }}
      empty={attributesWords.noComponentYet}
      options={(project) => componentOptions(project, listed)}
      nameOf={nameOf}
      add={(each) => add([each])}
    />
  );
}

export function AssetListValue({ id, data, label }: { id: string; data: Data<'asset-list'>; label: string }) {
  const set = (entries: Data<'asset-list'>) =>
    change('attribute', id, { value: { type: 'asset-list', data: entries.length === 0 ? null : entries } });
  const add = (ids: readonly string[], at = data.length) => {
    const { project } = openProject.getState();
    const fresh = ids.filter((each) => isFile(project, each) && !data.some(({ asset }) => asset === each));
    if (fresh.length > 0) set([...data.slice(0, at), ...fresh.map((asset) => ({ id: newId(), asset })), ...data.slice(at)]);
  };
  const names = useProject((project) => data.map(({ asset }) => assetName(project, asset)));
  const listed = new Set(data.map(({ asset }) => asset));
  return (
    <List
      label={label}
      one={attributesWords.assets}
      rows={data.map((entry, at) => ({ id: entry.id, name: names[at] || 'Missing asset', picture: <SmallAsset assetId={entry.asset} /> }))}
      move={(entry, at) => set(withPlaced(data, entry, at))}
      remove={(entry) => set(data.filter((each) => each.id !== entry))}
      go={(entry) => {
        const found = data.find((each) => each.id === entry);
        if (found) revealAsset(found.asset);
      }}
      takes={{ type: ASSET_TYPE, add }}
      empty={attributesWords.noAssetYet}
      options={(project) =>
        [...project.all('asset')].flatMap(({ id: each, name, type }) =>
          type === 'folder' || listed.has(each) ? [] : [{ id: each, name, where: whereIs(project, each) }],
        )
      }
      nameOf={assetName}
      add={(each) => add([each])}
    />
  );
}

const isFile = (project: Project, id: string): boolean => {
  const asset = project.find('asset', id);
  return asset !== undefined && asset.type !== 'folder';
};

interface ListProps extends OrderedRowsProps {
  /** What is looked for, as a label. */
  readonly one: { readonly for: (label: string) => string; readonly add: string };
  readonly options: (project: Project) => Option[];
  readonly nameOf: (project: Project, id: string) => string;
  readonly add: (id: string) => void;
}

function List({ one, options, nameOf: nameFor, add, ...rows }: ListProps) {
  return (
    <div className="value-list">
      <OrderedRows {...rows} />
      <SearchField
        label={one.for(rows.label)}
        value={null}
        placeholder={one.add}
        options={options}
        nameOf={nameFor}
        choose={(id) => id !== null && add(id)}
        adds
      />
    </div>
  );
}

function useNames(ids: readonly string[]): readonly string[] {
  const locale = useSelection((state) => state.locale);
  return useProject((project) => ids.map((id) => nameOf(project, id, locale)));
}

function PictureOf({ componentId }: { componentId: string }) {
  const component = useRecord('component', componentId);
  const name = useName(componentId);
  return <ComponentPicture cover={component?.cover ?? null} name={name} />;
}

function SmallAsset({ assetId }: { assetId: string }) {
  const asset = useRecord('asset', assetId);
  return asset ? <Thumbnail asset={asset} size={14} /> : null;
}
