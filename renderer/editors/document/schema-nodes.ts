/** The nodes of the editor's schema: the blocks of the story dialect (G21), line breaks and mentions. */
import { type Editor, mergeAttributes, Node } from '@tiptap/core';
import { dialects } from '../../../shared/rich-text/dialects.ts';
import type { HtmlAttribute } from '../../../shared/rich-text/scan-html.ts';
import { allowedAttributes, bareAttribute, hiddenAttribute, tagAttributes } from './schema-attributes.ts';

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

export const storyNodes = [
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
export const titleNodes = storyNodes.map((node) => (node === CodeBlock ? CodeBlock.configure({ allowsNew: false }) : node));

/** [Branches and conditions] A document of exactly one script. */
export const conditionNodes = [ConditionDoc, Text, CodeBlock, HardBreak, Mention];
