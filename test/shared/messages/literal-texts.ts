/** The text of a message without its parameters. */
import { IntlMessageFormat } from 'intl-messageformat';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** A parameter. No word, so that the words around it stay apart. */
const gap = ' … ';

/** One text for each choice of a plural or select, in the order of the message: what a reader can see of it. */
export function literalTextsOf(message: string): string[] {
  return [...new Set(expand(new IntlMessageFormat(message, 'en').getAst()))];
}

function expand(elements: readonly Element[]): string[] {
  return elements.reduce<string[]>((texts, element) => texts.flatMap((text) => textsOf(element).map((next) => text + next)), ['']);
}

function textsOf(element: Element): string[] {
  if ('options' in element) return Object.values(element.options).flatMap(({ value }) => expand(value));
  // Type 0 is literal text.
  return element.type === 0 && 'value' in element ? [element.value] : [gap];
}
