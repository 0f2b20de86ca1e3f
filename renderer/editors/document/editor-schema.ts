/** The editor's schema: the story dialect of rich text (G21), and conditions. Formatting outside of it can be neither entered nor pasted. */
import { type Editor, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { dialects } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import type { HtmlAttribute } from '../../../shared/rich-text/html.ts';
import { htmlAttributesIn, markByTag } from './editor-document.ts';

/**
 * Attributes of the nodes and marks in the editor's schema. They preserve those of the tags exactly. The attributes of an element that the
 * dialect allows. Others are lost when content is pasted.
 */
function allowedAttributes(element: HTMLElement): HtmlAttribute[] {
  const rules = dialects.story.get(element.localName)?.attributes;
  return [...element.attributes].flatMap(({ name, value }): HtmlAttribute[] => (rules?.get(name)?.(value) ? [[name, value]] : []));
}

const noAttributes: HtmlAttribute[] = [];

/** The attributes of a tag, unchanged. In the page they are attributes as well. */
const tagAttributes = {
  default: noAttributes,
  keepOnSplit: false,
  parseHTML: allowedAttributes,
  renderHTML: (attrs: Record<string, unknown>) => Object.fromEntries(htmlAttributesIn(attrs)),
};
/** An attribute of the document that is not rendered. */
const hiddenAttribute = <T>(value: T, name: string, read: (value: string) => T) => ({
  default: value,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => (element.hasAttribute(name) ? read(element.getAttribute(name) ?? '') : value),
  renderHTML: () => ({}),
});
/** Marks a paragraph or script that is serialized without its own tag. */
const bareAttribute = {
  ...hiddenAttribute(false, 'data-bare', () => true),
  renderHTML: ({ bare }: Record<string, unknown>) => (bare === true ? { 'data-bare': '' } : {}),
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

const CodeBlock = Node.create<{ allowsNew: boolean }>({
  name: 'codeBlock',
  addOptions: () => ({ allowsNew: true }),
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
      'Mod-Alt-c': ({ editor }) => !this.options.allowsNew || editor.commands.toggleNode('codeBlock', 'paragraph'),
      Enter: ({ editor }) => leaveAtBlankLine(editor) || (editor.isActive('codeBlock') && editor.commands.newlineInCode()),
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

/** Enter in an empty last line of a script leaves it, and removes that line. The script of a condition is a document of its own. */
function leaveAtBlankLine(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const { parent, parentOffset, nodeBefore, pos } = $from;
  if (!empty || parent.type.name !== 'codeBlock' || parentOffset !== parent.content.size || !editor.schema.nodes.paragraph) return false;
  const isBlankLine = nodeBefore?.type.name === 'hardBreak' || (nodeBefore?.text?.endsWith('\n') ?? false);
  return (
    isBlankLine &&
    editor
      .chain()
      .deleteRange({ from: pos - 1, to: pos })
      .exitCode()
      .run()
  );
}

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

/** [G22] A mention is one unit: the caret skips it, and it is selected and deleted as a whole. */
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

const ConditionDoc = Node.create({ name: 'doc', topNode: true, content: 'codeBlock' });

/** The blocks of the story dialect, line breaks and mentions. */
const storyNodes = [
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
];

/** Titles and the names of frames: stored scripts are kept, but none can be added. */
const titleNodes = storyNodes.map((node) => (node === CodeBlock ? CodeBlock.configure({ allowsNew: false }) : node));

/** [Branches and conditions] A document of exactly one script. */
const conditionNodes = [ConditionDoc, Text, CodeBlock, HardBreak, Mention];

/** The shortcuts of the marks, as the toolbar shows them. */
export const markShortcuts: Readonly<Record<string, string>> = {
  bold: 'Mod+B',
  italic: 'Mod+I',
  underline: 'Mod+U',
  strike: 'Mod+Shift+S',
  code: 'Mod+E',
};

/** The inline formatting of the story dialect. */
const storyMarks = [...new Set(Object.values(markByTag))].map((name) =>
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
      return key === undefined ? {} : { [key.toLowerCase().replaceAll('+', '-')]: () => this.editor.commands.toggleMark(name) };
    },
  }),
);

export const storyExtensions: Extensions = [...storyNodes, ...storyMarks];
/** For texts without scripts. */
export const titleExtensions: Extensions = [...titleNodes, ...storyMarks];
export const conditionExtensions: Extensions = conditionNodes;
