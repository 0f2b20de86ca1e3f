/** After undo or redo of a step that is not in view: which step it was and where, with a button that goes there. */
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable, viewOfRecord } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { boardLocationOf, componentIdOf } from '../../records/record-location.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { readShownTabs } from '../../state/open-tabs.ts';
import { isSidebarOpen, paneLayoutStore } from '../../state/pane-layout.ts';
import { selectionStore } from '../../state/selection.ts';
import { boardOfTab, frontTab } from '../../state/tab-layout.ts';
import { showToast } from '../../ui/toast-queue.ts';

/** `title` says which step it was. Shows nothing if the record is on a board in front or selected, or if another project is open. */
export function showStepElsewhere(hash: string, title: string, id: string): void {
  const { project, hash: openHash } = openProjectStore.getState();
  // The fields of the project are in several views.
  if (openHash !== hash || id === projectRecordId || !isReachable(project, { id })) return;
  const location = boardLocationOf(project, id);
  const shownId = componentIdOf(project, id) ?? location?.itemId ?? id;
  if (isInView(location?.boardId ?? null, shownId)) return;
  const board = project.find('board', location?.boardId ?? '')?.name ?? '';
  const name = location?.itemId === null ? '' : recordName(project, shownId);
  const where = name !== '' && board !== '' ? t('actions.stepOnBoard', { name, board }) : board || t('common.quoted', { name });
  showToast({
    tone: 'plain',
    title,
    lines: [where],
    action: { label: t('common.usages.goTo'), run: () => goToRecord({ id }) },
  });
}

function isInView(boardId: string | null, id: string): boolean {
  const view = viewOfRecord(openProjectStore.getState().project, { id });
  if (view !== null) return readShownTabs().sides.some((side) => frontTab(side) === view);
  if (boardId === null) return selectionStore.getState().component === id || isTreeShown(id);
  return readShownTabs().sides.some((side) => boardOfTab(frontTab(side) ?? '') === boardId);
}

/** Whether the sidebar shows the tree of the record. */
function isTreeShown(id: string): boolean {
  const tree = openProjectStore.getState().project.find('asset', id) ? 'assets' : 'components';
  return paneLayoutStore.getState().sidebarView === tree && isSidebarOpen(paneLayoutStore.getState());
}
