/**
 * Copying, cutting and pasting what stands on a board. The keys are the browser's: it tells by events, which alone may read items off the
 * system's clipboard. For the menu the last copy is kept here as well; beside it the menu takes words, where the clipboard may be read at all.
 */
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { writeText } from '../../shared/rich-text/write.ts';
import { type BoardView, boardView } from '../state/board-view.ts';
import { newId } from '../state/new-id.ts';
import { openProject } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import { keysInWords } from '../ui/keys.tsx';
import { tell } from '../ui/toasts.ts';
import { boardActionWords as words } from '../words/en/board-actions.ts';
import { perform, removeSelected } from './act.ts';
import { announce } from './announce.ts';
import { CLIP_TYPE, type Clip, clipOf, readClip } from './clip.ts';
import { asOne, sizes } from './edits.ts';
import { freeSpot } from './free-spot.ts';
import { boundsOf, type Point } from './geometry.ts';
import { indexOf } from './index-of.ts';
import { leftOut } from './left-out.ts';
import { pasted } from './paste.ts';

let last: Clip | null = null;
/** The menu asked for the next copy event: then it is meant wherever the keyboard is. */
let asked = false;

export const copySelected = (): void => ask('copy');
export const cutSelected = (): void => ask('cut');

function ask(what: 'copy' | 'cut'): void {
  asked = true;
  document.execCommand(what);
  asked = false;
}

export async function pasteLast(): Promise<void> {
  const { view } = boardView.getState();
  if (!view) return;
  const text = await textThere();
  if (text && !(last && isSame(text, saysOf(last)))) await putText(view, text);
  else if (last) await put(view, last);
  else if (text === null) tell({ tone: 'plain', title: words.said.pasteByKeys(keysInWords('Mod+V')) });
  else announce(words.said.nothingToPaste);
}

/** The words on the system's clipboard; null where a page may not read it without being asked by its keys. */
async function textThere(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim();
  } catch {
    return null;
  }
}

/** Systems have line ends of their own. */
const isSame = (one: string, two: string): boolean => one.split(/\s+/).join(' ').trim() === two.split(/\s+/).join(' ').trim();

/** Hears the browser's copy, cut and paste while a board is there; answers what ends it. */
export function hearClipboard(): () => void {
  const copy = (event: ClipboardEvent) => {
    if (!isMeant() || !keep(event)) return;
    if (event.type === 'cut') void removeSelected();
  };
  const paste = (event: ClipboardEvent) => {
    const { view } = boardView.getState();
    const clipboard = event.clipboardData;
    if (!view || !clipboard || !isMeant()) return;
    const clip = readClip(clipboard.getData(CLIP_TYPE));
    const text = clipboard.getData('text/plain').trim();
    event.preventDefault();
    if (clip) void put(view, clip);
    else if (text !== '') void putText(view, text);
    else announce(words.said.nothingToPaste);
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
function isMeant(): boolean {
  const { activeElement: at } = document;
  if (asked) return true;
  return (
    (at?.closest('[data-board-keys]') ?? null) !== null &&
    !(at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea')))
  );
}

function keep(event: ClipboardEvent): boolean {
  const { project } = openProject.getState();
  const clip = clipOf(project, selection.getState().ids, nameOf);
  if (!clip) return false;
  last = clip;
  event.clipboardData?.setData(CLIP_TYPE, JSON.stringify(clip));
  event.clipboardData?.setData('text/plain', saysOf(clip));
  event.preventDefault();
  announce(words.said.copied(clip.records.filter(({ kind }) => kind in sizes).length));
  return true;
}

/** What the items say, for whoever takes plain text. */
function saysOf({ main, records }: Clip): string {
  const text = (value: unknown): string => {
    const said =
      typeof value === 'string' ? value : ((value as Record<string, { text: string | null } | undefined> | null)?.[main]?.text ?? null);
    return plainText(said);
  };
  const said = records.flatMap(({ kind, title, content }) => (kind === 'element' || kind === 'note' ? [text(title), text(content)] : []));
  return said.filter((each) => each !== '').join('\n\n');
}

/** Where the pointer is; when it is elsewhere, where there is room around the middle of what is seen. */
function placeFor(view: BoardView, size: { width: number; height: number }): Point {
  const pointer = view.pointer();
  if (pointer) return pointer;
  const middle = view.middle();
  const { boxes } = indexOf(openProject.getState().project, view.boardId);
  const corner = freeSpot({ x: middle.x - size.width / 2, y: middle.y - size.height / 2 }, size, boxes.values());
  return { x: corner.x + size.width / 2, y: corner.y + size.height / 2 };
}

async function put(view: BoardView, clip: Clip): Promise<void> {
  const { project } = openProject.getState();
  const bounds = boundsOf(clip.records.flatMap((each) => (each.kind in sizes ? [boxIn(each)] : [])));
  if (!bounds) return;
  const made = pasted(project, clip, view.boardId, { middle: placeFor(view, bounds) }, newId);
  if (!made || !(await perform(asOne(made.commands)))) return;
  select(made.ids);
  const [first] = made.ids;
  if (first !== undefined && view.canvas === null) view.bringIntoView(first);
  announce(words.said.pasted(made.ids.length));
  const lines = leftOut(made.left);
  if (lines.length > 0) tell({ tone: 'warning', title: words.left.title, lines });
}

const boxIn = ({ x, y, width, height }: Clip['records'][number]) => ({
  x: Number(x),
  y: Number(y),
  width: typeof width === 'number' ? width : sizes.branch.width,
  height: typeof height === 'number' ? height : sizes.branch.height,
});

/** Words from elsewhere become an element that says them. */
async function putText(view: BoardView, text: string): Promise<void> {
  const size = sizes.element;
  const { x, y } = placeFor(view, size);
  const content = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${writeText(line)}</p>`)
    .join('');
  const id = newId();
  const fields = {
    boardId: view.boardId,
    x: Math.max(0, Math.round(x - size.width / 2)),
    y: Math.max(0, Math.round(y - size.height / 2)),
    content,
  };
  if (!(await perform({ do: 'create', kind: 'element', id, fields }))) return;
  select([id]);
  announce(words.said.pasted(1));
}
