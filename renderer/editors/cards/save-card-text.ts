/**
 * Saves a text that is typed in this window, on its card or in the inspector. A card with automatic height gets the height of its words by the same command: there
 * is never a change, or a request to a workspace, for a height alone. If the card then covers others, tidying up is offered once the text has been left.
 */
import type { Box } from '../../../shared/layout/geometry.ts';
import type { ChangeFields, CommandResult } from '../../../shared/model/commands.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { KindName, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { toEquivalentRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { t } from '../../messages/translate.ts';
import { boardIndexFor } from '../../records/board/board-index.ts';
import { moveCommand } from '../../records/board/edit-commands.ts';
import { coveredIds, makeRoom } from '../../records/board/make-room.ts';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import { recordName } from '../../records/names/record-names.ts';
import { onProjectChange, openProjectStore } from '../../state/open-project.ts';
import { saveFields } from '../../state/save-fields.ts';
import { selectionStore } from '../../state/selection.ts';
import { sendFieldChange, sendOrShowError } from '../../state/send-command.ts';
import { getSyncStatus } from '../../state/sync-store.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { fittingHeight } from './card-height.ts';

/** A text of a record; `html` is null for an empty one. */
export async function saveLocalizedText(kind: KindName, id: string, field: string, changed: LocalizedText): Promise<CommandResult> {
  const element = kind === 'element' && field === 'content' ? openProjectStore.getState().project.find('element', id) : undefined;
  const [iso] = Object.keys(changed);
  const [text] = Object.values(changed);
  if (!element || iso !== shownLocale()) return sendFieldChange(computedChangeCommand(kind, id, { [field]: changed }));
  return saveWithHeight(element, text?.text ?? null, (height) =>
    sendFieldChange(computedChangeCommand(kind, id, { [field]: changed, ...height })),
  );
}

export function saveNoteText(id: string, content: string | null): Promise<CommandResult> {
  const note = openProjectStore.getState().project.find('note', id);
  const save = (height: ChangeFields<'note'>) => saveFields('note', id, { content, ...height });
  return note && !note.isFrame ? saveWithHeight(note, content, save) : save({});
}

const shownLocale = (): string => selectionStore.getState().locale ?? openProjectStore.getState().project.mainLocale;

async function saveWithHeight(
  card: StoryRecord<'element'> | StoryRecord<'note'>,
  html: string | null,
  save: (height: { height?: number }) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { project, hash } = openProjectStore.getState();
  const height = card.autoHeight && canBeSent(card.kind, html, hash) ? fittingHeight(project, card, shownText(project, card, html)) : null;
  if (height === null || height === card.height) return save({});
  const before = coveredIds(project, card.boardId, card.id);
  const result = await save({ height });
  if (openProjectStore.getState().hash === hash) noteCovered(card.id, before);
  return result;
}

/** [G30] A text that a workspace cannot take is held on this computer, and the height of its card with it. */
function canBeSent(kind: 'element' | 'note', html: string | null, hash: string | null): boolean {
  const isSynced = getSyncStatus(hash) !== undefined;
  return !isSynced || html === null || toEquivalentRichText(html, kind === 'note' ? 'note' : 'api') !== undefined;
}

/** In place of an empty translation, the card shows the text in another language. */
function shownText(project: Project, card: StoryRecord<'element'> | StoryRecord<'note'>, html: string | null): string | null {
  if (card.kind === 'note' || (html !== null && html !== '')) return html;
  const iso = shownLocale();
  return resolveLocalizedText({ ...card.content, [iso]: { ...card.content[iso], text: null } }, iso, project.projectRecord.locales).html;
}

/** The cards that have grown over others since the text was entered, with what they covered before. */
const grown = new Map<string, ReadonlySet<string>>();
onProjectChange(() => grown.clear());

function noteCovered(id: string, before: ReadonlySet<string>): void {
  const isWaiting = grown.size > 0;
  if (!grown.has(id)) grown.set(id, before);
  if (!isWaiting) offerWhenLeft();
}

function offerWhenLeft(): void {
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.isContentEditable)
    field.addEventListener('blur', () => setTimeout(offerWhenLeft), { once: true });
  else offerToTidyUp();
}

function offerToTidyUp(): void {
  const { project, hash } = openProjectStore.getState();
  for (const [id, before] of grown) {
    const boardId = String(project.get(id)?.boardId ?? '');
    const covered = [...coveredIds(project, boardId, id)].filter((each) => !before.has(each));
    if (covered.length === 0) continue;
    showToast({
      tone: 'plain',
      title: t('board.grown', { name: recordName(project, id), count: covered.length }),
      action: { label: t('boardActions.layOutItems'), run: () => openProjectStore.getState().hash === hash && tidyUp(boardId, id) },
    });
  }
  grown.clear();
}

function tidyUp(boardId: string, id: string): void {
  const { project } = openProjectStore.getState();
  const boxes: ReadonlyMap<string, Box> = makeRoom(boardIndexFor(project, boardId), id);
  void sendOrShowError(moveCommand(project, boxes));
}
