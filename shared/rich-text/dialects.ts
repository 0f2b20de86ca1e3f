/** What each dialect of rich text may hold: its tags, what stands inside what, and the attributes. A table; read.ts applies it. */

/** [G21] api: what REST writers may send. note: the same for notes. story: what real files hold (exports.md, "Rich text in the wild"). */
export type Dialect = 'api' | 'note' | 'story';

/** What may stand inside a tag. `script` is a code block's code and nothing else, `item` list items, `words` text without tags. */
export type Content = 'blocks' | 'inline' | 'script' | 'item' | 'words' | 'nothing';

/** A tag: where it may stand, what it may hold, and for each attribute whether a value (without entities) will do. */
export type TagRule = {
  stands: 'block' | 'inline' | 'item';
  holds: Content;
  attributes: ReadonlyMap<string, (value: string) => boolean>;
  needs: string[];
};

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const anything = () => true;

const indent = matches(/^\s*margin-left:\s*\d{1,4}(\.\d+)?(px|pt|em|rem|%)?\s*;?\s*$/);
const identity = matches(/^[\w.:-]{1,100}$/);
/** [Rich text] Only addresses that lead out: the scheme stands right at the front, no control character anywhere. */
const address = matches(/^(https?:\/\/|mailto:)\P{Cc}+$/iu);

function rule(
  stands: TagRule['stands'],
  holds: Content,
  attributes: Record<string, (value: string) => boolean> = {},
  needs: string[] = [],
): TagRule {
  return { stands, holds, attributes: new Map(Object.entries(attributes)), needs };
}

const bare = { block: rule('block', 'inline'), inline: rule('inline', 'inline') };

const note: [string, TagRule][] = [
  ['p', bare.block],
  ['b', bare.inline],
];

const story: [string, TagRule][] = [
  ['p', rule('block', 'inline', { style: indent })],
  ['pre', rule('block', 'script', { style: indent, 'data-id': identity, spellcheck: matches(/^(true|false)$/) })],
  ['blockquote', rule('block', 'blocks')],
  ['ul', rule('block', 'item')],
  ['ol', rule('block', 'item')],
  ['li', rule('item', 'blocks')],
  ['code', rule('inline', 'inline', { class: matches(/^language-[\w-]+$/) })],
  ...['b', 'strong', 'em', 'i', 'u', 's'].map((name): [string, TagRule] => [name, bare.inline]),
  ['br', rule('inline', 'nothing')],
  ['a', rule('inline', 'inline', { href: address, target: matches(/^[\w-]*$/), rel: matches(/^[\w -]*$/), title: anything }, ['href'])],
  [
    'span',
    rule(
      'inline',
      'words',
      {
        class: matches(/^(?=(.* )?mention( |$))mention(-[a-z]+)?( mention(-[a-z]+)?)*$/),
        'data-id': identity,
        'data-label': anything,
        'data-type': matches(/^(component|element|board)$/),
      },
      ['class', 'data-id', 'data-type'],
    ),
  ],
];

/** [G21] The tags of each dialect. */
export const dialects: Readonly<Record<Dialect, ReadonlyMap<string, TagRule>>> = {
  note: new Map(note),
  api: new Map([...note, ['code', bare.inline]]),
  story: new Map(story),
};

/** Why an attribute is refused, in words. The rest of the sentence names the tag and the place. */
export function refusal(tag: string, attribute: string): string {
  if (attribute === 'href') return 'must be an address that begins with http://, https:// or mailto:';
  if (attribute === 'style') return 'may only set margin-left';
  if (attribute === 'class' && tag === 'span') return 'must be that of a mention';
  return 'has a value that is not allowed here';
}

/** Whether `inner` may stand inside something that holds `content`. */
export function fits(content: Content, name: string, inner: TagRule): boolean {
  if (content === 'blocks') return inner.stands !== 'item';
  if (content === 'inline') return inner.stands === 'inline';
  if (content === 'script') return name === 'code';
  return content === 'item' && inner.stands === 'item';
}
