/** The trees of boards and of components in the sidebar, and the actions that add to them. */

import { FolderPlus, PanelRight, UserPlus } from 'lucide-react';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type ActionTarget, type ActionText, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { isFolderRow, resolveRow } from '../../commands/focused-row.ts';
import { t } from '../../messages/translate.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { openBoardBeside } from '../../state/selection.ts';
import { kindIcons, newBoardIcon } from '../../ui/icons.ts';

const isBoardRow = (on?: ActionTarget): boolean => on?.kind === 'board' && !isFolderRow(on);

/** From the menu of a row the new record is added in a folder, or after a record. */
const newRecordLabel =
  (kind: ActionTarget['kind'], labels: { readonly plain: Message; readonly inside: Message; readonly after: Message }): ActionText =>
  (on) => {
    if (on?.kind !== kind) return t(labels.plain);
    return t(isFolderRow(on) ? labels.inside : labels.after);
  };

const boardDialogs = lazyCode(() => import('./boards/board-name-dialogs.tsx'), 'idle');
const componentDialogs = lazyCode(() => import('./components/component-name-dialogs.tsx'), 'idle');

export const feature = {
  actions: [
    {
      name: 'openBoardBeside',
      group: 'Lists',
      label: 'boardTree.menu.openToSide',
      icon: PanelRight,
      shortcuts: ['Mod+Enter'],
      context: 'row',
      menus: [{ menu: 'row.board', order: 1, when: isBoardRow }],
      isEnabled: (on) => isBoardRow(resolveRow(on) ?? undefined),
      run: (on) => {
        const row = resolveRow(on);
        if (row) openBoardBeside(row.id);
      },
    },
    {
      name: 'newBoard',
      group: 'Story',
      label: newRecordLabel('board', {
        plain: message('actions.newBoard'),
        inside: message('boardTree.menu.newBoardInside'),
        after: message('boardTree.menu.newBoardAfter'),
      }),
      icon: newBoardIcon,
      shortcuts: shortcutsByShell('Mod+N', 'Alt+N'),
      menus: [
        { menu: 'sidebar.boards', order: 2 },
        { menu: 'row.board', section: 1, order: 1 },
      ],
      isEnabled: isProjectOpen,
      run: (on) => boardDialogs.run(({ showNewBoardDialog }) => showNewBoardDialog('board', on?.id)),
    },
    {
      name: 'newFolder',
      group: 'Story',
      label: (on) => (on ? t('boardTree.menu.newFolderInside') : t('actions.newFolder')),
      icon: FolderPlus,
      shortcuts: ['Alt+Shift+N'],
      menus: [
        { menu: 'sidebar.boards', order: 1 },
        { menu: 'row.board', section: 1, order: 2, when: isFolderRow },
      ],
      isEnabled: isProjectOpen,
      run: (on) => boardDialogs.run(({ showNewBoardDialog }) => showNewBoardDialog('folder', on?.id)),
    },
    {
      name: 'newComponent',
      group: 'Story',
      label: newRecordLabel('component', {
        plain: message('actions.newComponent'),
        inside: message('components.menu.newComponentInside'),
        after: message('components.menu.newComponentAfter'),
      }),
      icon: UserPlus,
      shortcuts: ['Alt+Shift+C'],
      menus: [
        { menu: 'sidebar.components', order: 2 },
        { menu: 'row.component', section: 1, order: 1 },
      ],
      isEnabled: isProjectOpen,
      run: (on) => componentDialogs.run(({ showNewComponentDialog }) => showNewComponentDialog('component', on?.id)),
    },
    {
      name: 'newComponentFolder',
      group: 'Story',
      label: (on) => (on ? t('components.menu.newFolderInside') : t('actions.newComponentFolder')),
      icon: FolderPlus,
      menus: [
        { menu: 'sidebar.components', order: 1 },
        { menu: 'row.component', section: 1, order: 2, when: isFolderRow },
      ],
      isEnabled: isProjectOpen,
      run: (on) => componentDialogs.run(({ showNewComponentDialog }) => showNewComponentDialog('folder', on?.id)),
    },
  ],
  panes: [
    {
      name: 'boards',
      side: 'left',
      label: 'workspace.boards',
      icon: kindIcons.board,
      Content: lazyComponent(async () => (await import('./boards/board-tree.tsx')).BoardTree, 'workspace'),
      toggle: { label: 'actions.boards', shortcuts: ['Alt+B'], menus: [{ menu: 'sidebar.rail', order: 1 }] },
    },
    {
      name: 'components',
      side: 'left',
      label: 'workspace.components',
      icon: kindIcons.component,
      Content: lazyComponent(async () => (await import('./components/component-tree.tsx')).ComponentTree),
      toggle: { label: 'actions.components', shortcuts: ['Alt+C'], menus: [{ menu: 'sidebar.rail', order: 2 }] },
    },
  ],
  rows: {
    board: lazyCode(async () => (await import('./boards/board-row-handlers.ts')).boardRowHandlers, 'idle'),
    component: lazyCode(async () => (await import('./components/component-row-handlers.ts')).componentRowHandlers, 'idle'),
  },
} as const satisfies Feature;
