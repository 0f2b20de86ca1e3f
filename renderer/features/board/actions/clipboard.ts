/**
 * Copying, cutting and pasting what stands on a board. The keys are the browser's: it tells by events, which alone may read items off the
 * system's clipboard. For the menu the last copy is kept here as well; beside it the menu takes words, where the clipboard may be read at all.
 */

import { boundsOf, type Point } from '../../../../shared/layout/geometry.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { escapeText } from '../../../../shared/rich-text/serialize-html.ts';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import {
  CLIPBOARD_MIME_TYPE,
  type ClipboardContent,
  createClipboardContent,
  parseClipboardContent,
} from '../../../records/board/clipboard-content.ts';
import { combineCommands, defaultItemSizes } from '../../../records/board/edit-commands.ts';
import { findFreePosition } from '../../../records/board/find-free-position.ts';
import { preparePaste } from '../../../records/board/paste.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { type BoardView, boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { trySend } from '../../../state/send-command.ts';
import { formatShortcut } from '../../../ui/shortcut-keys.tsx';
import { showToast } from '../../../ui/toast-queue.ts';
import { announce } from './announce.ts';
import { removeSelection } from './selection-edits.ts';
import { formatSkippedReferences } from './skipped-references.ts';

let lastCopy: ClipboardContent | null = null;
/** The menu asked for the next copy event: then it is meant wherever the keyboard is. */
let copyRequested = false;

export const copySelection = (): void => execClipboardCommand('copy');
export const cutSelection = (): void => execClipboardCommand('cut');

function execClipboardCommand(what: 'copy' | 'cut'): void {
  copyRequested = true;
  document.execCommand(what);
  copyRequested = false;
}

export async function pasteFromMenu(): Promise<void> {
  const { view } = boardViewStore.getState();
  if (!view) return;
  const text = await readClipboardText();
  if (text && !(lastCopy && isSameText(text, toPlainText(lastCopy)))) await pasteText(view, text);
  else if (lastCopy) await pasteContent(view, lastCopy);
  else if (text === null) showToast({ tone: 'plain', title: t('boardActions.done.pasteByKeys', { keys: formatShortcut('Mod+V') }) });
  else announce(t('boardActions.done.nothingToPaste'));
}

/** The words on the system's clipboard; null where a page may not read it without being asked by its keys. */
async function readClipboardText(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim();
  } catch {
    return null;
  }
}

/** Systems have line ends of their own. */
const isSameText = (one: string, two: string): boolean => one.split(/\s+/).join(' ').trim() === two.split(/\s+/).join(' ').trim();

/** Hears the browser's copy, cut and paste while a board is there; answers what ends it. */
export function listenToClipboard(): () => void {
  const copy = (event: ClipboardEvent) => {
    if (!shouldHandleClipboardEvent() || !writeToClipboard(event)) return;
    if (event.type === 'cut') void removeSelection();
  };
  const paste = (event: ClipboardEvent) => {
    const { view } = boardViewStore.getState();
    const clipboard = event.clipboardData;
    if (!view || !clipboard || !shouldHandleClipboardEvent()) return;
    const clip = parseClipboardContent(clipboard.getData(CLIPBOARD_MIME_TYPE));
    const text = clipboard.getData('text/plain').trim();
    event.preventDefault();
    if (clip) void pasteContent(view, clip);
    else if (text !== '') void pasteText(view, text);
    else announce(t('boardActions.done.nothingToPaste'));
  };
  document.addEventListener('copy', copy);
  document.addEventListener('cut', copy);
  document.addEventListener('paste', paste);
  return () => {
    document.removeEventListener('copy', copy);
    document.removeEventListener('cut', copy);
    document.removeEventListener('paste', paste);
  };
}

/** Where the keyboard is counts: the event may come to the page itself. In a text it is the browser's. */
function shouldHandleClipboardEvent(): boolean {
  const { activeElement: at } = document;
  if (copyRequested) return true;
  return (
    (at?.closest('[data-board-keys]') ?? null) !== null &&
    !(at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea')))
  );
}

function writeToClipboard(event: ClipboardEvent): boolean {
  const { project } = openProjectStore.getState();
  const clip = createClipboardContent(project, selectionStore.getState().ids, recordName);
  if (!clip) return false;
  lastCopy = clip;
  event.clipboardData?.setData(CLIPBOARD_MIME_TYPE, JSON.stringify(clip));
  event.clipboardData?.setData('text/plain', toPlainText(clip));
  event.preventDefault();
  announce(t('boardActions.done.copied', { count: clip.records.filter(({ kind }) => kind in defaultItemSizes).length }));
  return true;
}

/** What the items say, for whoever takes plain text. */
function toPlainText({ main, records }: ClipboardContent): string {
  const text = (value: unknown): string => {
    const said =
      typeof value === 'string' ? value : ((value as Record<string, { text: string | null } | undefined> | null)?.[main]?.text ?? null);
    return richTextToPlainText(said);
  };
  const said = records.flatMap(({ kind, title, content }) => (kind === 'element' || kind === 'note' ? [text(title), text(content)] : []));
  return said.filter((each) => each !== '').join('\n\n');
}

/** Where the pointer is; when it is elsewhere, where there is room around the middle of what is seen. */
function pastePosition(view: BoardView, size: { width: number; height: number }): Point {
  const pointer = view.pointer();
  if (pointer) return pointer;
  const middle = view.middle();
  const { boxes } = boardIndexFor(openProjectStore.getState().project, view.boardId);
  const corner = findFreePosition({ x: middle.x - size.width / 2, y: middle.y - size.height / 2 }, size, boxes.values());
  return { x: corner.x + size.width / 2, y: corner.y + size.height / 2 };
}

async function pasteContent(view: BoardView, clip: ClipboardContent): Promise<void> {
  const { project } = openProjectStore.getState();
  const bounds = boundsOf(clip.records.flatMap((each) => (each.kind in defaultItemSizes ? [boxOfRecord(each)] : [])));
  if (!bounds) return;
  const made = preparePaste(project, clip, view.boardId, { middle: pastePosition(view, bounds) }, newId);
  if (!made || !(await trySend(combineCommands(made.commands)))) return;
  selectItems(made.ids);
  const [first] = made.ids;
  if (first !== undefined && view.canvas === null) view.bringIntoView(first);
  announce(t('boardActions.done.pasted', { count: made.ids.length }));
  const lines = formatSkippedReferences(made.skipped);
  if (lines.length > 0) showToast({ tone: 'warning', title: t('boardActions.skipped.title'), lines });
}

const boxOfRecord = ({ x, y, width, height }: ClipboardContent['records'][number]) => ({
  x: Number(x),
  y: Number(y),
  width: typeof width === 'number' ? width : defaultItemSizes.branch.width,
  height: typeof height === 'number' ? height : defaultItemSizes.branch.height,
});

/** Words from elsewhere become an element that says them. */
async function pasteText(view: BoardView, text: string): Promise<void> {
  const size = defaultItemSizes.element;
  const { x, y } = pastePosition(view, size);
  const content = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
  const id = newId();
  const fields = {
    boardId: view.boardId,
    x: Math.max(0, Math.round(x - size.width / 2)),
    y: Math.max(0, Math.round(y - size.height / 2)),
    content,
  };
  if (!(await trySend({ do: 'create', kind: 'element', id, fields }))) return;
  selectItems([id]);
  announce(t('boardActions.done.pasted', { count: 1 }));
}
