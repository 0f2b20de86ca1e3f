/** Puts what is no text (a key, a link, bold words) into a sentence of the catalogue, wherever the language wants it. */
import { Fragment, type ReactNode } from 'react';

/** `fill(playWords.press, <Keys keys="Alt+P" />)` with `press: (keys: string) => `Press ${keys} to play.``. */
export function fillMessage(sentence: (...slots: string[]) => string, ...nodes: readonly ReactNode[]): ReactNode {
  const slots = nodes.map((_, at) => String.fromCharCode(FIRST_SLOT + at));
  const parts = sentence(...slots).split(/([\uE010-\uE01F])/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name
  return parts.map((part, at) => <Fragment key={at}>{at % 2 === 1 ? nodes[part.charCodeAt(0) - FIRST_SLOT] : part}</Fragment>);
}

const FIRST_SLOT = 0xe010;
