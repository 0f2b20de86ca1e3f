/** [G21] What the interface of a workspace does not accept in a text, in words. */
import type { RichTextElement } from '../rich-text/rich-text-tree.ts';
import { type ApiDialect, findUnsupportedTags } from '../rich-text/simplify-rich-text.ts';
import { type Message, message } from './message.ts';

const formattingByTag: Readonly<Record<RichTextElement['name'], Message>> = {
  em: message('formatting.italics'),
  u: message('formatting.underlining'),
  s: message('formatting.strikethrough'),
  ul: message('formatting.lists'),
  ol: message('formatting.lists'),
  li: message('formatting.lists'),
  blockquote: message('formatting.quotes'),
  a: message('formatting.links'),
  span: message('formatting.mentions'),
  br: message('formatting.lineBreaks'),
  code: message('formatting.scripts'),
};

/** A list such as `mentions or lists`, which names each once. */
export function unsupportedFormatting(html: string, dialect: ApiDialect): Message {
  const found = findUnsupportedTags(html, dialect).flatMap((tag) => formattingByTag[tag] ?? []);
  const [first = message('formatting.other'), ...others] = new Map(found.map((each) => [each.key, each])).values();
  return others.reduce((list, next) => message('common.alternatives', { first: list, next }), first);
}
