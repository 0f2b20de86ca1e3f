/** The marks of the editor's schema: the inline formatting of the story dialect (G21). */
import { Mark, mergeAttributes } from '@tiptap/core';
import { markByTag } from './editor-document.ts';
import { allowedAttributes, hiddenAttribute, tagAttributes } from './schema-attributes.ts';

/** As the toolbar shows them. */
export const markShortcuts: Readonly<Record<string, string>> = {
  bold: 'Mod+B',
  italic: 'Mod+I',
  underline: 'Mod+U',
  strike: 'Mod+Shift+S',
  code: 'Mod+E',
};

export const storyMarks = [...new Set(Object.values(markByTag))].map((name) =>
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
