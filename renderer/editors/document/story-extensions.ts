/** The editor's schema for the story dialect (G21): its nodes and marks carry the attributes of their tags exactly as they came. */
import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { dialects } from '../../../shared/rich-text/dialects.ts';
import type { HtmlAttribute } from '../../../shared/rich-text/scan-html.ts';
import { markByTag } from './editor-document.ts';

/** The attributes of an element that the dialect allows: what is pasted from elsewhere loses the rest. */
function allowedAttributes(element: HTMLElement): HtmlAttribute[] {
  const rules = dialects.story.get(element.localName)?.attributes;
  return [...element.attributes].flatMap(({ name, value }): HtmlAttribute[] => (rules?.get(name)?.(value) ? [[name, value]] : []));
}

/** `attributes` as the tag has them; they stand as real attributes in the page, too. */
const tagAttributes = {
  default: [] as HtmlAttribute[],
  keepOnSplit: false,
  parseHTML: allowedAttributes,
  renderHTML: ({ attributes: pairs }: Record<string, unknown>) => Object.fromEntries(pairs as HtmlAttribute[]),
};
const hiddenAttribute = <T>(value: T, name: string, read: (value: string) => T) => ({
  default: value,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => (element.hasAttribute(name) ? read(element.getAttribute(name) ?? '') : value),
  renderHTML: () => ({}),
});
/** A paragraph or script that is written without its own tag. */
const bareAttribute = {
  ...hiddenAttribute(false, 'data-bare', () => true),
  renderHTML: ({ bare: is }: Record<string, unknown>) => (is === true ? { 'data-bare': '' } : {}),
};

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });
const Text = Node.create({ name: 'text', group: 'inline' });

const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({ attributes: tagAttributes, bare: bareAttribute }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

const CodeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: '(text | mention | hardBreak)*',
  marks: '',
  code: true,
  defining: true,
  addAttributes: () => ({
    attributes: tagAttributes,
    bare: bareAttribute,
    code: {
      ...hiddenAttribute<HtmlAttribute[]>([], 'data-code', () => []),
      parseHTML: (element: HTMLElement) =>
        element.querySelector('code') ? allowedAttributes(element.querySelector('code') ?? element) : [],
    },
  }),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: ({ HTMLAttributes }) => ['pre', mergeAttributes(HTMLAttributes, { spellcheck: 'false' }), ['code', 0]],
  addKeyboardShortcuts() {
    return {
      'Mod-Alt-c': () => this.editor.commands.toggleNode('codeBlock', 'paragraph'),
      Enter: ({ editor }) => editor.isActive('codeBlock') && editor.commands.insertContent('\n'),
      'Mod-Enter': ({ editor }) => editor.isActive('codeBlock') && editor.commands.exitCode(),
      ArrowDown: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const atEnd = empty && $from.parentOffset === $from.parent.content.size && $from.after() === editor.state.doc.content.size;
        return editor.isActive('codeBlock') && atEnd && editor.commands.exitCode();
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        return empty && $from.parent.type.name === 'codeBlock' && $from.parent.content.size === 0 && editor.commands.clearNodes();
      },
    };
  },
});

const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block*',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
});

const createListNode = (name: 'bulletList' | 'orderedList', tag: 'ul' | 'ol') =>
  Node.create({ name, group: 'block list', content: 'listItem*', parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

const ListItem = Node.create({
  name: 'listItem',
  content: 'block*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem('listItem'),
      Tab: () => this.editor.commands.sinkListItem('listItem'),
      'Shift-Tab': () => this.editor.commands.liftListItem('listItem'),
    };
  },
});

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: 'hardBreak' }) };
  },
});

/** [G22] A mention is one thing: it is walked over, selected and deleted as a whole. */
const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    attributes: tagAttributes,
    text: { default: '', parseHTML: (element: HTMLElement) => element.textContent ?? '', renderHTML: () => ({}) },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-id][data-type]',
      getAttrs: (element) =>
        dialects.story.get('span')?.requiredAttributes.every((name) => allowedAttributes(element).some(([has]) => has === name))
          ? null
          : false,
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, String(node.attrs.text)],
  renderText: ({ node }) => String(node.attrs.text),
});

const markExtensions = [...new Set(Object.values(markByTag))].map((name) =>
  Mark.create({
    name,
    priority: name === 'link' ? 1000 : 100,
    inclusive: name !== 'link',
    excludes: name,
    ...(name === 'code' ? { code: true } : {}),
    addAttributes: () => ({
      attributes: tagAttributes,
      tag: hiddenAttribute('', 'data-none', String),
      depth: hiddenAttribute(99, 'data-depth', Number),
    }),
    parseHTML: () =>
      Object.entries(markByTag)
        .filter(([, mark]) => mark === name)
        .map(([tag]) => ({
          tag,
          getAttrs: (element) => (tag === 'a' && !allowedAttributes(element).some(([has]) => has === 'href') ? false : { tag }),
        })),
    renderHTML: ({ mark, HTMLAttributes }) => [
      String(mark.attrs.tag || Object.entries(markByTag).find(([, to]) => to === name)?.[0]),
      mark.attrs.depth === 99 ? HTMLAttributes : mergeAttributes(HTMLAttributes, { 'data-depth': mark.attrs.depth }),
      0,
    ],
    addKeyboardShortcuts() {
      const key = markShortcuts[name];
      return key === undefined ? {} : { [key]: () => this.editor.commands.toggleMark(name) };
    },
  }),
);
const markShortcuts: Readonly<Record<string, string>> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  underline: 'Mod-u',
  strike: 'Mod-Shift-s',
  code: 'Mod-e',
};

/** All of the dialect. */
export const storyExtensions: Extensions = [
  Doc,
  Text,
  Paragraph,
  CodeBlock,
  Blockquote,
  createListNode('bulletList', 'ul'),
  createListNode('orderedList', 'ol'),
  ListItem,
  HardBreak,
  Mention,
  ...markExtensions,
];

/** [Branches and conditions] one script and nothing else. */
export const conditionExtensions: Extensions = [
  Node.create({ name: 'doc', topNode: true, content: 'codeBlock' }),
  Text,
  CodeBlock,
  HardBreak,
  Mention,
];
