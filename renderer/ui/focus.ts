/** Where the focus goes: remembered, kept in the window, or moved into a region. */
import { dialogStore } from './dialog-store.ts';

/**
 * Remembers where the focus is. The returned function returns whether the focus may be moved now: not if the user has begun to write elsewhere or has opened a
 * dialog. If the control that had the focus was removed, as an entry of a menu is, the window itself has moved the focus.
 */
export function rememberFocus(): () => boolean {
  if (typeof document === 'undefined') return () => true;
  const before = document.activeElement;
  const dialogs = dialogStore.getState().open.length;
  return () => {
    const { activeElement } = document;
    const writesElsewhere =
      activeElement !== before && before?.isConnected === true && activeElement !== null && isTextField(activeElement);
    return !writesElsewhere && dialogStore.getState().open.length <= dialogs;
  };
}

/** Widgets that move the focus among their items themselves. */
const composites = '[role=application], [role=grid], [role=treegrid], [role=listbox], [role=tablist]';
const controls = ['a[href]', 'button', 'input', 'select', 'textarea', '[contenteditable=true]', '[tabindex="0"]']
  .map((each) => `${each}:not(:disabled)`)
  .join();
const rowTags = ['LI', 'TR', 'ARTICLE'];

/**
 * Keeps the focus in the window when the focused control is removed, moved or disabled, and nothing else takes the focus. Of a row, the first control of the
 * row next to it gets the focus; of anything else, the nearest control before it. Where a text field was, only what is around it gets the focus, because the
 * user may go on typing. To be called once.
 */
export function keepFocus(): void {
  let focused: HTMLElement | null = null;
  const handle = (changes: readonly MutationRecord[]) => {
    if (!focused || !(isFocusLost() || focused.matches(':disabled'))) return;
    const change = findLoss(focused, changes);
    // An element that is moved in the page loses the focus.
    if (change && focused.isConnected && !focused.matches(':disabled')) focused.focus({ preventScroll: true });
    else if (change?.target instanceof HTMLElement) focusAround(change.target, change, focused);
  };
  const observer = new MutationObserver(handle);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof HTMLElement ? target : null;
  });
  // A control that the user leaves without another one, as by a click beside it, is forgotten. Chromium also reports the removal of a control this way.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      handle(observer.takeRecords());
      if (isFocusLost()) focused = null;
    }),
  );
}

/** The change by which an element was removed, moved or disabled, in what is still in the page. */
function findLoss(lost: Node, changes: readonly MutationRecord[]): MutationRecord | undefined {
  const change = changes.findLast(({ type, target, removedNodes }) =>
    type === 'attributes' ? target === lost : [...removedNodes].some((node) => node.contains(lost)),
  );
  if (!change || change.target.isConnected) return change;
  return findLoss(change.target, changes.slice(changes.indexOf(change) + 1));
}

/** Moves the focus from what was lost in `parent` to what is left. */
function focusAround(parent: HTMLElement, { type, removedNodes, nextSibling, previousSibling }: MutationRecord, lost: HTMLElement): void {
  const mayTakeControl = !isTextField(lost);
  const composite = parent.closest(composites);
  const region = parent.closest<HTMLElement>(composite ? '[role=gridcell], .card-editor' : '[data-pane], .dialog, main');
  // What replaces a whole screen, or is below a layer that closes, takes the focus itself.
  if (!region && !composite && parent.closest('.workspace')) focusMain();
  if (!region || (composite && !mayTakeControl)) return;
  const [row] = removedNodes;
  if (mayTakeControl && row instanceof HTMLElement && rowTags.includes(row.tagName))
    for (const sibling of [nextSibling, previousSibling])
      if (sibling instanceof HTMLElement && focusFirst(sibling.querySelectorAll<HTMLElement>(controls))) return;
  let after: Node | null = type === 'attributes' ? lost : nextSibling;
  let around: HTMLElement = parent;
  while (!around.matches('[tabindex], main')) {
    const found = mayTakeControl ? [...around.querySelectorAll<HTMLElement>(controls)] : [];
    const before = found.filter((each) => !after?.isConnected || after.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING);
    if (focusFirst([...before.reverse(), ...found])) return;
    if (around === region) break;
    after = around;
    around = around.parentElement ?? region;
  }
  if (around.matches('main')) focusMain();
  else if (!composite) focusItself(around);
}

function focusFirst(candidates: Iterable<HTMLElement>): boolean {
  for (const each of candidates) {
    each.focus();
    if (document.activeElement === each) return true;
  }
  return false;
}

function focusItself(region: HTMLElement): void {
  if (!region.hasAttribute('tabindex')) region.tabIndex = -1;
  region.focus({ preventScroll: true });
}

/** Focuses the content of the screen. */
export function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main[data-pane], main [data-pane][data-active]');
  if (main) focusFirstInside(main);
}

/** Focuses the first focusable element in a region of the window; a list or canvas comes first. */
export function focusFirstInside(region: HTMLElement): void {
  const inside =
    region.querySelector<HTMLElement>('[role=treegrid], [role=grid], [role=application]') ??
    region.querySelector<HTMLElement>('button:not([disabled]), input:not([disabled]), a[href], [tabindex="0"]');
  if (inside) inside.focus();
  else focusItself(region);
}

/** Whether no element has the focus: the one that had it was removed or disabled. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Whether an event of React is of the element itself: those of a list or dialog that is opened inside of it reach its handlers, too. */
export const isInside = ({ currentTarget, target }: { readonly currentTarget: Element; readonly target: EventTarget }): boolean =>
  target instanceof Node && currentTarget.contains(target);

/** Whether the keys that are pressed in an element belong to it. */
export function isTextField(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select');
}
