import { dialogStore } from './dialog-store.ts';
import { isTextField } from './is-text-field.ts';

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
