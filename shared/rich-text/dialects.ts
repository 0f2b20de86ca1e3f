/** What each dialect of rich text allows: its tags, their nesting and their attributes. Only a table; canonicalize-rich-text.ts applies it. */

import { type Message, message } from '../messages/message.ts';
import type { MessageParams } from '../messages/message-params.ts';

/** [G21] api: what REST clients may send. note: the same for notes. story: what real files contain (exports.md, "Rich text in the wild"). */
export type RichTextDialect = 'api' | 'note' | 'story';

/** The allowed content of a tag. `script` is only the code of a code block, `item` only list items, `text` text without tags. */
export type ContentModel = 'blocks' | 'inline' | 'script' | 'item' | 'text' | 'nothing';

/** A tag: where it may be used, what it may contain, and for each attribute whether a value (with entities decoded) is valid. */
export type TagRule = {
  category: 'block' | 'inline' | 'item';
  contentModel: ContentModel;
  attributes: ReadonlyMap<string, (value: string) => boolean>;
  requiredAttributes: string[];
};

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const anyValue = () => true;

const isIndent = matches(/^\s*margin-left:\s*\d{1,4}(\.\d+)?(px|pt|em|rem|%)?\s*(?:;\s*)?$/);
const isIdentifier = matches(/^[\w.:-]{1,100}$/);
/** [Rich text] Only external addresses: they must start with the scheme and contain no control characters. */
const isExternalAddress = matches(/^(https?:\/\/|mailto:)\P{Cc}+$/iu);

function createTagRule(
  category: TagRule['category'],
  contentModel: ContentModel,
  attributes: Record<string, (value: string) => boolean> = {},
  requiredAttributes: string[] = [],
): TagRule {
  return { category, contentModel, attributes: new Map(Object.entries(attributes)), requiredAttributes };
}

const plainTagRules = { block: createTagRule('block', 'inline'), inline: createTagRule('inline', 'inline') };

const noteTags: [string, TagRule][] = [
  ['p', plainTagRules.block],
  ['b', plainTagRules.inline],
];

const storyTags: [string, TagRule][] = [
  ['p', createTagRule('block', 'inline', { style: isIndent })],
  ['pre', createTagRule('block', 'script', { style: isIndent, 'data-id': isIdentifier, spellcheck: matches(/^(true|false)$/) })],
  ['blockquote', createTagRule('block', 'blocks')],
  ['ul', createTagRule('block', 'item')],
  ['ol', createTagRule('block', 'item')],
  ['li', createTagRule('item', 'blocks')],
  ['code', createTagRule('inline', 'inline', { class: matches(/^language-[\w-]+$/) })],
  ...['b', 'strong', 'em', 'i', 'u', 's'].map((name): [string, TagRule] => [name, plainTagRules.inline]),
  ['br', createTagRule('inline', 'nothing')],
  [
    'a',
    createTagRule(
      'inline',
      'inline',
      { href: isExternalAddress, target: matches(/^[\w-]*$/), rel: matches(/^[\w -]*$/), title: anyValue },
      ['href'],
    ),
  ],
  [
    'span',
    createTagRule(
      'inline',
      'text',
      {
        class: matches(/^(?=(.* )?mention( |$))mention(-[a-z]+)?( mention(-[a-z]+)?)*$/),
        'data-id': isIdentifier,
        'data-label': anyValue,
        'data-type': matches(/^(component|element|board)$/),
      },
      ['class', 'data-id', 'data-type'],
    ),
  ],
];

/** [G21] The tags of each dialect. */
export const dialects: Readonly<Record<RichTextDialect, ReadonlyMap<string, TagRule>>> = {
  note: new Map(noteTags),
  api: new Map([...noteTags, ['code', plainTagRules.inline]]),
  story: new Map(storyTags),
};

/** Why the value of an attribute is rejected. */
export function describeRejectedAttribute(tagName: string, place: MessageParams['richText.attribute.value'] & { name: string }): Message {
  if (place.name === 'href') return message('richText.attribute.address', place);
  if (place.name === 'style') return message('richText.attribute.style', place);
  if (place.name === 'class' && tagName === 'span') return message('richText.attribute.mention', place);
  return message('richText.attribute.value', place);
}

/** Whether `inner` is allowed inside something that contains `content`. */
export function isAllowedInside(content: ContentModel, name: string, inner: TagRule): boolean {
  if (content === 'blocks') return inner.category !== 'item';
  if (content === 'inline') return inner.category === 'inline';
  if (content === 'script') return name === 'code';
  return content === 'item' && inner.category === 'item';
}
