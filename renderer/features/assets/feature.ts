/** The assets of the story: their tree in the sidebar, and the actions that add, show, assign and replace them. */

import { Eye, FolderPlus, ImagePlus, Images, Replace } from 'lucide-react';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type ActionTarget, type ActionText, isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { isFolderRow } from '../../commands/focused-row.ts';
import { assetForRow, createRowAction, isEditableRow } from '../../commands/row-actions.ts';
import { t } from '../../messages/translate.ts';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { isTemplateAsset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showSidebarView } from '../../state/pane-layout.ts';
import { addFilesIcon, addFolderIcon } from '../../ui/icons.ts';

const uploads = lazyCode(() => import('../../records/uploads/asset-uploads.ts'));
const nameDialogs = lazyCode(() => import('./asset-name-dialogs.tsx'), 'idle');
const preview = lazyCode(() => import('./asset-preview.tsx'));
const assignDialog = lazyCode(() => import('./assign-asset-dialog.tsx'));
const replacement = lazyCode(() => import('./replace-asset-file.ts'));

/** From the menu of a row, assets are added to its folder or after its asset. */
function addAssets(what: 'files' | 'folder', near?: ActionTarget): void {
  showSidebarView('assets');
  void uploads.run(({ addPickedFiles }) => addPickedFiles(what, { position: assetTreeStore.insertPositionNear(near?.id) }));
}

const isTreeRoot = ({ id }: ActionTarget): boolean => openProjectStore.getState().project.isRoot(id);

/** The menu of the empty area is that of the tree's root. */
const addLabel =
  (labels: { readonly plain: Message; readonly root: Message; readonly inside: Message }): ActionText =>
  (on) => {
    if (on?.kind !== 'asset') return t(labels.plain);
    return t(isTreeRoot(on) ? labels.root : labels.inside);
  };

const mediaTypeOfRow = (row: ActionTarget) => {
  const asset = assetForRow(row);
  return asset ? mediaTypeOf(asset) : null;
};
const isFileRow = (row: ActionTarget): boolean => mediaTypeOfRow(row) !== null;
const isFile = (on?: ActionTarget): boolean => !isFolderRow(on);
const isOwnFile = (on?: ActionTarget): boolean => {
  const asset = on && assetForRow(on);
  return isFile(on) && asset !== undefined && !isTemplateAsset(asset);
};

export const feature = {
  actions: [
    {
      name: 'addFiles',
      group: 'Story',
      label: addLabel({
        plain: message('actions.addFiles'),
        root: message('assets.menu.addFiles'),
        inside: message('assets.menu.addFilesInside'),
      }),
      icon: addFilesIcon,
      shortcuts: ['Alt+Shift+A'],
      menus: [
        { menu: 'sidebar.assets', order: 2, label: 'workspace.addFiles' },
        { menu: 'row.asset', section: 1, order: 1, when: isFolderRow },
      ],
      isEnabled: isProjectOpen,
      run: (on) => addAssets('files', on),
    },
    {
      name: 'addFolder',
      group: 'Story',
      label: addLabel({
        plain: message('actions.addFolder'),
        root: message('assets.menu.addFolder'),
        inside: message('assets.menu.addFolderInside'),
      }),
      icon: addFolderIcon,
      shortcuts: ['Alt+Shift+F'],
      menus: [{ menu: 'row.asset', section: 1, order: 2, when: isFolderRow }],
      isEnabled: isProjectOpen,
      run: (on) => addAssets('folder', on),
    },
    {
      name: 'newAssetFolder',
      group: 'Story',
      label: addLabel({
        plain: message('workspace.newAssetFolder'),
        root: message('assets.menu.newFolder'),
        inside: message('assets.menu.newFolderInside'),
      }),
      icon: FolderPlus,
      menus: [
        { menu: 'sidebar.assets', order: 1 },
        { menu: 'row.asset', section: 1, order: 3, when: isFolderRow },
      ],
      isEnabled: isProjectOpen,
      run: (on) => {
        showSidebarView('assets');
        void nameDialogs.run(({ showNewAssetFolderDialog }) => showNewAssetFolderDialog(on?.id));
      },
    },
    createRowAction({
      name: 'previewAsset',
      labels: 'preview',
      menuLabel: () => t('assets.preview.action'),
      icon: Eye,
      shortcuts: ['Enter'],
      menus: [{ menu: 'row.asset', section: 1, order: 4, when: isFile }],
      isApplicable: isFileRow,
      run: ({ id }) => preview.run(({ showAssetPreviewDialog }) => showAssetPreviewDialog(id)),
    }),
    createRowAction({
      name: 'assignAsset',
      labels: 'use',
      menuLabel: (row) => (mediaTypeOfRow(row) === 'audio' ? t('assets.menu.playInElement') : t('assets.menu.useAsCover')),
      icon: ImagePlus,
      menus: [{ menu: 'row.asset', section: 1, order: 5, when: isFile }],
      isApplicable: isFileRow,
      run: ({ id }) => assignDialog.run(({ showAssignAssetDialog }) => showAssignAssetDialog(id)),
    }),
    createRowAction({
      name: 'replaceFile',
      labels: 'replace',
      menuLabel: (row) => (assetForRow(row)?.file === null ? t('assets.menu.chooseFile') : t('assets.menu.replaceFile')),
      icon: Replace,
      menus: [{ menu: 'row.asset', section: 1, order: 6, when: isOwnFile }],
      isApplicable: (row) => isFileRow(row) && isEditableRow(row),
      run: ({ id }) => replacement.run(({ replaceAssetFile }) => replaceAssetFile(id)),
    }),
  ],
  panes: [
    {
      name: 'assets',
      side: 'left',
      label: 'workspace.assets',
      icon: Images,
      Content: lazyComponent(async () => (await import('./asset-tree.tsx')).AssetTree, 'workspace'),
      toggle: { label: 'actions.assets', shortcuts: ['Alt+A'], menus: [{ menu: 'sidebar.rail', order: 3 }] },
    },
  ],
  rows: { asset: lazyCode(async () => (await import('./asset-row-handlers.ts')).assetRowHandlers, 'idle') },
} as const satisfies Feature;
