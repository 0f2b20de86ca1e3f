/**
 * Copies, cuts and pastes items of a board. The keys belong to the browser, which reports them as clipboard events; only these may access items on
 * the system clipboard. For the menu, the last copy is also kept here. Besides, the menu can paste text if the page may read the clipboard.
 */
import { boundsOf, type Point } from '../../../../shared/layout/geometry.ts';
import { runSteps } from '../../../../shared/lists.ts';
import { type AnyRecord, isItemKind } from '../../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../../shared/model/localized-text.ts';
import { escapeText } from '../../../../shared/rich-text/html.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { plainTextToParagraphs, readPastedHtml } from '../../../../shared/rich-text/read-pasted-html.ts';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { boardIndexFor } from '../../../records/board/board-index.ts';
import { computeAndSelect, type ItemEdit, sendAndSelect } from '../../../records/board/change-board.ts';
import { combineCommands, defaultSizeOf } from '../../../records/board/edit-commands.ts';
import { findFreePosition } from '../../../records/board/find-free-position.ts';
import { withFrameContents } from '../../../records/board/frames.ts';
import {
  boxOfRecord,
  type ClipboardContent,
  clipboardMimeType,
  createClipboardContent,
  type PasteResult,
  parseClipboardContent,
  preparePaste,
  type SkippedReference,
} from '../../../records/board/paste.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { addPastedFiles } from '../../../records/uploads/asset-uploads.ts';
import { type BoardView, boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectedElementId, selectionStore } from '../../../state/selection.ts';
import { formatShortcut } from '../../../ui/shortcut-keys.tsx';
import { showToast } from '../../../ui/toast-queue.ts';
import { announce } from '../frame/announcer.tsx';
import { removeItems } from './selection-edits.ts';

let lastCopy: { readonly id: string; readonly clip: ClipboardContent } | null = null;
/** The MIME type of the id of a copy, beside its content on the clipboard. */
const copyIdMimeType = 'application/x-taleport-copy';
/** Whether the menu triggered the next copy event; then it applies to the board wherever the focus is. */
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
  const { hash } = openProjectStore.getState();
  const text = await readClipboardText();
  // The browser may have asked the user for the permission to read it.
  if (openProjectStore.getState().hash !== hash || boardViewStore.getState().view?.boardId !== view.boardId) return;
  if (text && !(lastCopy && hasSameWords(text, toPlainText(lastCopy.clip)))) await pasteText(view, text);
  else if (lastCopy) await pasteContent(view, lastCopy.clip);
  else if (text === null) showToast({ tone: 'plain', title: t('boardActions.done.pasteByKeys', { keys: formatShortcut('Mod+V') }) });
  else announce(t('boardActions.done.nothingToPaste'));
}

/** The text on the system clipboard; null if the page may not read it outside a paste event. */
async function readClipboardText(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim();
  } catch {
    return null;
  }
}

/** Programs may change the line ends and the spaces of a text on the system clipboard. */
const hasSameWords = (one: string, two: string): boolean => one.split(/\s+/).join(' ').trim() === two.split(/\s+/).join(' ').trim();

/** Handles the browser's clipboard events while a board is open. Returns a function that stops it. */
export function listenToClipboard(): () => void {
  const copy = (event: ClipboardEvent) => {
    if (!shouldHandleClipboardEvent() || !writeToClipboard(event)) return;
    if (event.type === 'cut') void removeItems(copiedIds());
  };
  const paste = (event: ClipboardEvent) => {
    const { view } = boardViewStore.getState();
    const clipboard = event.clipboardData;
    if (!view || !clipboard || !shouldHandleClipboardEvent()) return;
    event.preventDefault();
    const clip = readClip(clipboard);
    if (clip) {
      void pasteContent(view, clip);
      return;
    }
    const html = readPastedHtml(clipboard.getData('text/html')) ?? '';
    const text = clipboard.getData('text/plain');
    const images = [...clipboard.files].filter(({ type }) => type.startsWith('image/'));
    // Programs put a picture of a table or a text beside it.
    if (images.length > 0 && html === '' && text.trim() === '') pasteImages(view, images);
    else if (html !== '') void pasteRichText(view, html);
    else if (text.trim() !== '') void pasteText(view, text);
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

/** What was copied in this window is not taken from the clipboard: handing over and parsing thousands of items takes longer than pasting them. */
const readClip = (clipboard: DataTransfer): ClipboardContent | null =>
  lastCopy !== null && clipboard.getData(copyIdMimeType) === lastCopy.id
    ? lastCopy.clip
    : parseClipboardContent(clipboard.getData(clipboardMimeType));

/** The focus decides, because the event may be dispatched to the page itself. In a text field the browser handles it. */
function shouldHandleClipboardEvent(): boolean {
  const { activeElement: at } = document;
  if (copyRequested) return true;
  return (
    (at?.closest('[data-board-keys]') ?? null) !== null &&
    !(at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea')))
  );
}

/** A frame is copied with what it holds. */
const copiedIds = (): Set<string> => withFrameContents(openProjectStore.getState().project, selectionStore.getState().ids);

function writeToClipboard(event: ClipboardEvent): boolean {
  const { project } = openProjectStore.getState();
  // The event takes its data in this turn only.
  const clip = runSteps(createClipboardContent(project, copiedIds(), recordName, event.type === 'cut' ? 'move' : 'copy'));
  if (!clip) return false;
  lastCopy = { id: newId(), clip };
  event.clipboardData?.setData(copyIdMimeType, lastCopy.id);
  event.clipboardData?.setData(clipboardMimeType, JSON.stringify(clip));
  event.clipboardData?.setData('text/plain', toPlainText(clip));
  event.preventDefault();
  announce(t('boardActions.done.copied', { count: clip.records.filter(({ kind }) => isItemKind(kind)).length }));
  return true;
}

/** The text of the items, for applications that accept plain text. */
function toPlainText({ main, records }: ClipboardContent): string {
  const htmlOf = (record: AnyRecord, field: 'title' | 'content'): string | null => {
    const value = record[field];
    return typeof value === 'string' ? value : (localizedTextOf(record, field)[main]?.text ?? null);
  };
  const texts = records.flatMap((record) =>
    record.kind === 'element' || record.kind === 'note'
      ? [htmlOf(record, 'title'), htmlOf(record, 'content')].map(richTextToPlainText)
      : [],
  );
  return texts.filter((text) => text !== '').join('\n\n');
}

/** At the pointer; if it is elsewhere, at a free position near the center of the visible area. */
function pastePosition(view: BoardView, size: { width: number; height: number }): Point {
  const pointer = view.pointer();
  if (pointer) return pointer;
  const middle = view.middle();
  const occupied = boardIndexFor(openProjectStore.getState().project, view.boardId).occupiedBoxes();
  const corner = findFreePosition({ x: middle.x - size.width / 2, y: middle.y - size.height / 2 }, size, occupied);
  return { x: corner.x + size.width / 2, y: corner.y + size.height / 2 };
}

async function pasteContent(view: BoardView, clip: ClipboardContent): Promise<void> {
  const { project } = openProjectStore.getState();
  const bounds = boundsOf(clip.records.flatMap((each) => (isItemKind(each.kind) ? [boxOfRecord(each)] : [])));
  if (!bounds) return;
  const showInList = ({ canvas, bringIntoView }: BoardView, _canFocus: boolean, [first]: Iterable<string>) => {
    if (first !== undefined && canvas === null) bringIntoView(first);
  };
  const middle = pastePosition(view, bounds);
  function* steps(): Generator<void, (PasteResult & ItemEdit) | null> {
    const paste = yield* preparePaste(project, clip, view.boardId, { middle }, newId);
    return paste && { ...paste, command: combineCommands(paste.commands) };
  }
  const paste = await computeAndSelect(steps(), showInList);
  if (!paste) return;
  announce(t('boardActions.done.pasted', { count: paste.ids.length }));
  const lines = formatSkippedReferences(paste.skipped);
  if (lines.length > 0) showToast({ tone: 'warning', title: t('boardActions.skipped.title'), lines });
}

/** A picture becomes the cover of the element that is selected alone, or else of a new one. */
function pasteImages(view: BoardView, images: readonly File[]): void {
  const selected = selectedElementId();
  addPastedFiles(images, {
    purpose:
      selected === null ? { for: 'newElement', id: newId(), boardId: view.boardId, at: cornerOf(view) } : { for: 'element', id: selected },
  });
}

const pasteText = (view: BoardView, text: string): Promise<void> =>
  pasteRichText(
    view,
    plainTextToParagraphs(text)
      .map((line) => `<p>${escapeText(line)}</p>`)
      .join(''),
  );

function cornerOf(view: BoardView): Point {
  const size = defaultSizeOf('element');
  const { x, y } = pastePosition(view, size);
  return { x: Math.max(0, Math.round(x - size.width / 2)), y: Math.max(0, Math.round(y - size.height / 2)) };
}

/** Text from elsewhere becomes an element with that content. */
async function pasteRichText(view: BoardView, content: string): Promise<void> {
  const id = newId();
  const fields = { boardId: view.boardId, ...cornerOf(view), content };
  if (!(await sendAndSelect({ do: 'create', kind: 'element', id, fields }, [id]))) return;
  announce(t('boardActions.done.pasted', { count: 1 }));
}

const maxNames = 4;

/** The references that a paste removed, as lines: by kind, with the first few names. */
function formatSkippedReferences(left: readonly SkippedReference[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, name } of left) {
    const title = kindTitle(kind);
    byKind.set(title, [...(byKind.get(title) ?? []), name]);
  }
  return [...byKind].map(([title, all]) => {
    const names = all.filter((name) => name !== '');
    const shown = names.slice(0, maxNames);
    const rest = all.length - shown.length;
    return t('boardActions.skipped.line', {
      kind: title,
      count: shown.length,
      names: rest > 0 ? [...shown, t('boardActions.skipped.more', { count: rest })] : shown,
    });
  });
}

function kindTitle(kind: SkippedReference['kind']): string {
  switch (kind) {
    case 'board':
    case 'element':
    case 'component':
    case 'asset':
    case 'language':
      return t(`boardActions.skipped.kinds.${kind}`);
    default:
      return t('boardActions.skipped.kinds.other');
  }
}
