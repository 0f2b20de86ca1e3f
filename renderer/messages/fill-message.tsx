/** Inserts React nodes (a key, a link, bold text) into a message, at the position that the language requires. */
import { Fragment, type ReactNode } from 'react';
import type { MessageKey } from '../../shared/messages/message.ts';
import type { MessageParams } from '../../shared/messages/message-params.ts';
import { t } from './translate.ts';

/** `fillMessage('board.empty.hint', { key: <kbd>E</kbd> })` */
export function fillMessage<K extends MessageKey>(
  key: K,
  nodes: { readonly [P in Extract<keyof MessageParams[K], string>]: ReactNode },
): ReactNode {
  const names: readonly string[] = Object.keys(nodes);
  const slots = Object.fromEntries(names.map((name, at) => [name, String.fromCharCode(firstSlot + at)]));
  const parts = t({ key, params: slots }).split(/([\uE010-\uE01F])/);
  const slotted: readonly ReactNode[] = Object.values(nodes);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no ids and are never reordered
  return parts.map((part, at) => <Fragment key={at}>{at % 2 === 1 ? slotted[part.charCodeAt(0) - firstSlot] : part}</Fragment>);
}

/** In Unicode's private use area, so that no text contains these characters. */
const firstSlot = 0xe010;
