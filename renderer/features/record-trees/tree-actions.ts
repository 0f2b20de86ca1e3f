/** Actions that add boards and components. */

import { FolderPlus, PanelRight, UserPlus } from 'lucide-react';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Action, type ActionTarget, type ActionText, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import { isFolderRow, resolveRow } from '../../commands/focused-row.ts';
import { lazyCode } from '../../commands/lazy-code.ts';
import { t } from '../../messages/translate.ts';
import { openBoardBeside } from '../../state/selection.ts';
import { newBoardIcon } from '../../ui/kind-icons.ts';

const isBoardRow = (on?: ActionTarget): boolean => on?.kind === 'board' && !isFolderRow(on);

/** From the menu of a row the new record is added in a folder, or after a record. */
const newRecordLabel =
  (kind: ActionTarget['kind'], labels: { readonly plain: Message; readonly inside: Message; readonly after: Message }): ActionText =>
  (on) => {
    if (on?.kind !== kind) return t(labels.plain);
    return t(isFolderRow(on) ? labels.inside : labels.after);
  };

const boardDialogs = lazyCode(() => import('./boards/board-name-dialogs.tsx'));
const componentDialogs = lazyCode(() => import('./components/component-name-dialogs.tsx'));

export const treeActions = [
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
] as const satisfies readonly Action[];
