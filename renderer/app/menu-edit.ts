/** Delete and Select all of the menu Edit: they do what their keys do where the focus is, on the board, in a list and in a text, also in a dialog. */
import type { MenuEditCommand } from '../../shared/contracts/ipc/events.ts';
import { isTextField } from '../ui/focus.ts';
import { isMac } from '../ui/shortcut-keys.tsx';

/** The keys of a command, and what the browser calls it. */
const edits: Readonly<Record<MenuEditCommand, { readonly keys: KeyboardEventInit; readonly browserCommand: string }>> = {
  delete: { keys: { key: 'Delete', code: 'Delete' }, browserCommand: 'forwardDelete' },
  selectAll: { keys: { key: 'a', code: 'KeyA', ctrlKey: !isMac, metaKey: isMac }, browserCommand: 'selectAll' },
};

export function runMenuEdit(command: MenuEditCommand): void {
  const { keys, browserCommand } = edits[command];
  const target = focusedElement();
  const isHandled = !target.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true, composed: true }));
  // The browser handles only real keys by itself.
  if (!isHandled && isTextField(target)) document.execCommand(browserCommand);
}

/** Also inside of shadow roots. */
function focusedElement(): Element {
  let element = document.activeElement ?? document.body;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
