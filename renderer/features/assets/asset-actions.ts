/** Actions that add, show, assign and replace assets. */

import { Eye, FolderPlus, ImagePlus, Replace } from 'lucide-react';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Action, type ActionTarget, type ActionText, isProjectOpen } from '../../commands/action.ts';
import { assetForRow, createRowAction, isEditableRow } from '../../commands/create-row-action.ts';
import { isFolderRow } from '../../commands/focused-row.ts';
import { lazyCode } from '../../commands/lazy-code.ts';
import { t } from '../../messages/translate.ts';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { isTemplateAsset, mediaTypeOf } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showSidebarView } from '../../state/pane-layout.ts';
import { addFilesIcon, addFolderIcon } from '../../ui/transfer-icons.ts';

/** From the menu of a row, assets are added to its folder or after its asset. */
async function addAssets(what: 'files' | 'folder', near?: ActionTarget): Promise<void> {
  showSidebarView('assets');
  const { addPickedFiles } = await import('../../records/uploads/asset-uploads.ts');
  return addPickedFiles(what, { position: assetTreeStore.insertPositionNear(near?.id) });
}

const isTreeRoot = ({ id }: ActionTarget): boolean => Object.values(openProjectStore.getState().project.projectRecord.roots).includes(id);

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

const nameDialogs = lazyCode(() => import('./asset-name-dialogs.tsx'));

export const assetActions = [
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
    run: async ({ id }) => (await import('./asset-preview.tsx')).showAssetPreviewDialog(id),
  }),
  createRowAction({
    name: 'assignAsset',
    labels: 'use',
    menuLabel: (row) => (mediaTypeOfRow(row) === 'audio' ? t('assets.menu.playInElement') : t('assets.menu.useAsCover')),
    icon: ImagePlus,
    menus: [{ menu: 'row.asset', section: 1, order: 5, when: isFile }],
    isApplicable: isFileRow,
    run: async ({ id }) => (await import('./assign-asset-dialog.tsx')).showAssignAssetDialog(id),
  }),
  createRowAction({
    name: 'replaceFile',
    labels: 'replace',
    menuLabel: (row) => (assetForRow(row)?.file === null ? t('assets.menu.chooseFile') : t('assets.menu.replaceFile')),
    icon: Replace,
    menus: [{ menu: 'row.asset', section: 1, order: 6, when: isOwnFile }],
    isApplicable: (row) => isFileRow(row) && isEditableRow(row),
    run: async ({ id }) => (await import('./replace-asset-file.ts')).replaceAssetFile(id),
  }),
] as const satisfies readonly Action[];
