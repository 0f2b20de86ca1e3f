/** Keys that parts of the window handle themselves, without an action; they are listed among the shortcuts. Filled by app/register.ts. */
import type { MessageKey } from '../../../shared/messages/message.ts';
import type { Action } from '../../commands/action.ts';

export interface ShortcutList {
  /** The heading of the list, or the group of actions to which it is added. */
  readonly heading: { readonly text: MessageKey } | { readonly group: Action['group'] };
  readonly entries: readonly { readonly keys: readonly string[]; readonly label: MessageKey }[];
}

const lists: ShortcutList[] = [];

export const registerShortcutList = (list: ShortcutList): void => void lists.push(list);
export const listShortcutLists = (): readonly ShortcutList[] => lists;
