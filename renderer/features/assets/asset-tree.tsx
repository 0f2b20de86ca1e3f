/** The assets, as a tree or as a grid. Files from the desktop can be dropped into it, its rows on elements. Enter shows an asset. */
import { Lock } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { DIRECTORY_DRAG_TYPE } from 'react-aria-components';
import type { Project } from '../../../shared/model/project.ts';
import { joinSections, menuSections, toMenuEntry } from '../../commands/action-menus.ts';
import type { TreeRow } from '../../commands/focused-row.ts';
import { runRowShortcut } from '../../commands/use-shortcuts.ts';
import { t } from '../../messages/translate.ts';
import { type RecordTreeAdapter, RecordTreeView } from '../../navigation/record-trees/record-tree-view.tsx';
import { toFilteredAdapter } from '../../navigation/record-trees/tree-filter.tsx';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { assetDragType, assetKindLabel, assetSummary, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { Thumbnail } from '../../records/assets/thumbnail.tsx';
import { ProblemBadge } from '../../records/problems/problem-badge.tsx';
import type { TreeDropTarget } from '../../records/trees/tree-move-commands.ts';
import { type AssetTreeNode, assetTreeNodes } from '../../records/trees/tree-nodes.ts';
import { addDroppedFiles, addPickedFiles } from '../../records/uploads/asset-uploads.ts';
import type { AssetPosition } from '../../records/uploads/upload-commands.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { addFilesIcon, addFolderIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import {
  type AssetFilter,
  AssetFilterFields,
  type AssetView,
  createAssetSelector,
  isFiltering,
  showAllAssets,
  useAssetView,
} from './asset-filter.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { showAssetPreviewDialog } from './asset-preview.tsx';
// Loaded together, so that a dialog is ready before the next key.
import './asset-row-handlers.ts';
import './assets.css';

const adapter: RecordTreeAdapter<AssetTreeNode> = {
  store: assetTreeStore,
  label: () => t('assets.title'),
  className: 'asset-tree',
  rowHeight: 42,
  mimeType: assetDragType,
  selectionMode: 'multiple',
  select: assetTreeStore.select,
  open: showAssetPreviewDialog,
  rowName: ({ record }) => record.name,
  rowTextValue: ({ record }) => `${record.name}, ${assetKindLabel(record)}`,
  RowContent: AssetRowContent,
  menuEntries: assetMenuEntries,
  emptyAreaEntries: () => assetMenuEntries(openProjectStore.getState().project.projectRecord.roots.asset),
  moveLabel: (name) => t('assets.move.label', { name }),
  EmptyState: EmptyAssetTree,
  // [Assets] assets of a template are read-only.
  isMovable: (id) => {
    const asset = openProjectStore.getState().project.find('asset', id);
    return asset !== undefined && !isTemplateAsset(asset);
  },
  files: {
    // While files are dragged only these types are known; the backend checks their bytes.
    types: ['image/*', 'audio/*', 'video/*', 'application/octet-stream', 'application/*', DIRECTORY_DRAG_TYPE],
    drop: (files, target) => void addDroppedFiles(files, target === 'root' ? undefined : { position: toAssetPosition(target) }),
  },
};

/** With a filter, the rows are the files that match. */
const filteredAdapter = toFilteredAdapter(adapter, () => t('assets.filter.none'));

export function AssetTree() {
  const [filter, setFilter] = useState(showAllAssets);
  const hasAssets = useProject((project) => project.countOfKind('asset') > 1);
  const view = useAssetView();
  return (
    <>
      {(hasAssets || isFiltering(filter)) && <AssetFilterFields filter={filter} onChange={setFilter} />}
      {isFiltering(filter) || (view === 'grid' && hasAssets) ? <FilteredAssets filter={filter} view={view} /> : <AllAssets />}
    </>
  );
}

function FilteredAssets({ filter, view }: { filter: AssetFilter; view: AssetView }) {
  const deferredFilter = useDeferredValue(filter);
  const selected = assetTreeStore.use((state) => state.selected);
  const selectAssets = useMemo(() => createAssetSelector(deferredFilter), [deferredFilter]);
  const assets = useProject(selectAssets);
  const nodes = useMemo(() => assets.map((record) => ({ id: record.id, record, children: [], isOpen: false, count: 0 })), [assets]);
  return (
    <>
      <p className="asset-count" role="status">
        {t('assets.filter.count', { count: nodes.length })}
      </p>
      {view === 'grid' ? (
        <AssetGrid assets={assets} menuEntries={assetMenuEntries} />
      ) : (
        <RecordTreeView adapter={filteredAdapter} nodes={nodes} selected={selected} onKeyDownCapture={runRowShortcut} />
      )}
    </>
  );
}

function AllAssets() {
  // Opening a folder with thousands of assets is deferred, so that it can be interrupted.
  const toggledFolders = useDeferredValue(assetTreeStore.use((state) => state.toggledFolders));
  const selected = assetTreeStore.use((state) => state.selected);
  // The folders of this tree start closed, so the toggled ones are open.
  const selectNodes = useMemo(() => (project: Project) => assetTreeNodes(project, toggledFolders), [toggledFolders]);
  const nodes = useProject(selectNodes);
  return (
    <RecordTreeView adapter={adapter} nodes={nodes} selected={selected} toggledFolders={toggledFolders} onKeyDownCapture={runRowShortcut} />
  );
}

function AssetRowContent({ node: { record, isOpen, count } }: { node: AssetTreeNode }) {
  return (
    <>
      <Thumbnail asset={record} isOpen={isOpen} size={record.type === 'folder' ? 18 : 16} />
      <span className="asset-text">
        <span className="asset-name user-text" title={record.name}>
          {record.name}
        </span>
        <small>
          {isTemplateAsset(record) && <Lock size={11} aria-label={t('assets.readOnly')} />}
          {record.type === 'folder' ? folderSummary(count) : assetSummary(record)}
        </small>
      </span>
      <ProblemBadge id={record.id} where="row" />
    </>
  );
}

const folderSummary = (count: number): string => (count === 0 ? t('assets.empty') : t('common.counted.item', { count }));

function toAssetPosition(target: Exclude<TreeDropTarget, 'root'>): AssetPosition {
  if ('into' in target) return { folder: target.into };
  const { project } = openProjectStore.getState();
  const folder = project.find('asset', target.nextTo)?.parentId ?? project.projectRecord.roots.asset;
  const siblings = project.childIds(folder, 'assets');
  return { folder, after: target.position === 'after' ? target.nextTo : (siblings[siblings.indexOf(target.nextTo) - 1] ?? null) };
}

function EmptyAssetTree() {
  return (
    <div className="no-asset">
      <h3>{t('assets.emptyTitle')}</h3>
      <p>{t('assets.emptyHint')}</p>
      <Button icon={addFilesIcon} onPress={() => void addPickedFiles('files')}>
        {t('assets.menu.addFiles')}
      </Button>
      <Button icon={addFolderIcon} onPress={() => void addPickedFiles('folder')}>
        {t('assets.menu.addFolder')}
      </Button>
    </div>
  );
}

const templateNotice = (): MenuEntry => ({
  id: 'fixed',
  label: t('assets.templateReadOnlyHint'),
  icon: Lock,
  isDisabled: true,
  run: () => undefined,
});

/**
 * The menu of an asset or asset folder. Template assets and the root of the tree cannot be changed, so only the first section of the menu
 * applies to them.
 */
function assetMenuEntries(id: string): readonly (MenuEntry | null)[] {
  const asset = openProjectStore.getState().project.find('asset', id);
  if (!asset) return [];
  const row: TreeRow = { kind: 'asset', id };
  const sections = menuSections('row.asset', row).map((section) => section.map((placed) => toMenuEntry(placed, row)));
  if (isTemplateAsset(asset)) return joinSections([...sections.slice(0, 1), [templateNotice()]]);
  return joinSections(asset.parentId === null ? sections.slice(0, 1) : sections);
}
