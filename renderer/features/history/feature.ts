/** Undo and redo, the versions of a record, and deleted records. */

import { ArchiveRestore, History, Redo2, Undo2 } from 'lucide-react';
import type { Message } from '../../../shared/messages/message.ts';
import { isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { lazyCode } from '../../platform/lazy-code.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { selectedRecordId } from '../../state/selection.ts';
import { hasComputedEdits, redo, undo } from '../../state/send-command.ts';

const versionsDialog = lazyCode(() => import('./versions-dialog.tsx'));
const deletedRecordsDialog = lazyCode(() => import('./deleted-records-dialog.tsx'));

const stepElsewhere = lazyCode(() => import('./show-step-elsewhere.ts'), 'idle');

const undoHistory = () => openProjectStore.getState().history;

/** null: none, or one that is not stored yet. */
const nextUndo = (): Message | null => (hasComputedEdits() ? null : undoHistory().undo);
const undoLabel = (what: Message | null): string => (what === null ? t('actions.undo') : t('actions.undoOf', { what }));
const redoLabel = (what: Message | null): string => (what === null ? t('actions.redo') : t('actions.redoOf', { what }));

async function runStep(step: 'undo' | 'redo'): Promise<void> {
  const { hash } = openProjectStore.getState();
  const place = await (step === 'undo' ? undo() : redo());
  // Which step it was is known only now: edits that were under way were stored before it.
  const what = undoHistory()[step === 'undo' ? 'redo' : 'undo'];
  if (hash === null || what === null || place === null) return;
  const title = t(step === 'undo' ? 'actions.undoneOf' : 'actions.redoneOf', { what });
  await stepElsewhere.run(({ showStepElsewhere }) => showStepElsewhere(hash, title, place));
}

export const feature = {
  actions: [
    {
      name: 'undo',
      group: 'Story',
      genericLabel: 'actions.undo',
      label: () => undoLabel(nextUndo()),
      icon: Undo2,
      shortcuts: ['Mod+Z'],
      menus: [{ menu: 'project.history', order: 1 }],
      isEnabled: () => hasComputedEdits() || undoHistory().undo !== null,
      run: () => runStep('undo'),
    },
    {
      name: 'redo',
      group: 'Story',
      genericLabel: 'actions.redo',
      label: () => redoLabel(undoHistory().redo),
      icon: Redo2,
      shortcuts: ['Mod+Shift+Z', 'Mod+Y'],
      menus: [{ menu: 'project.history', order: 2 }],
      isEnabled: () => undoHistory().redo !== null,
      run: () => runStep('redo'),
    },
    {
      name: 'recordHistory',
      group: 'Story',
      label: (on) => (on ? t('history.entry') : t('history.action')),
      icon: History,
      shortcuts: ['Alt+H'],
      menus: [
        { menu: 'inspector.head', when: () => isProjectOpen() && selectedRecordId() !== null },
        { menu: 'row.board', section: 2, order: 3 },
        { menu: 'row.component', section: 2, order: 3 },
        { menu: 'row.asset', section: 2, order: 3 },
      ],
      isEnabled: (on) => isProjectOpen() && (on?.id ?? selectedRecordId()) !== null,
      run: (on) => {
        const id = on?.id ?? selectedRecordId();
        if (id !== null) void versionsDialog.run(({ showVersionsDialog }) => showVersionsDialog(id));
      },
    },
    {
      name: 'deletedRecords',
      group: 'Story',
      label: 'history.deleted.action',
      icon: ArchiveRestore,
      menus: [{ menu: 'project.menu', section: 1, order: 9, label: 'history.deleted.entry' }],
      isEnabled: isProjectOpen,
      run: () => deletedRecordsDialog.run(({ showDeletedRecordsDialog }) => showDeletedRecordsDialog()),
    },
  ],
} as const satisfies Feature;
