/** [G21] The editor's schema for what a workspace's service takes of rich text: what is not in it can neither be made nor pasted. */
import { type AnyExtension, type Extensions, Mark, Node } from '@tiptap/core';
import type { Dialect } from '../../shared/rich-text/dialects.ts';
import { storyExtensions } from './story-extensions.ts';

const kept: Readonly<Record<'api' | 'note', readonly string[]>> = {
  api: ['doc', 'text', 'paragraph', 'codeBlock', 'bold', 'code'],
  note: ['doc', 'text', 'paragraph', 'bold'],
};

/** No attributes; bold is `<b>`; a script is a `<code>` that stands alone. */
const plain = { default: [], parseHTML: () => [], renderHTML: () => ({}) };
const own: Readonly<Record<string, Record<string, object>>> = {
  paragraph: { attributes: plain },
  codeBlock: { attributes: plain, code: plain, bare: { default: true, rendered: false, parseHTML: () => true } },
  bold: { attributes: plain, tag: { default: 'b', rendered: false, parseHTML: () => 'b' } },
  code: { attributes: plain },
};

const narrowed = (extension: AnyExtension): AnyExtension => {
  const attributes = own[extension.name] ?? {};
  if (extension instanceof Mark) return extension.extend({ addAttributes: addedTo(attributes) });
  if (!(extension instanceof Node)) return extension;
  const content = extension.name === 'codeBlock' ? { content: 'text*' } : {};
  return extension.extend({ ...content, addAttributes: addedTo(attributes) });
};

function addedTo(attributes: Record<string, object>) {
  return function (this: { parent: (() => object) | undefined }) {
    return { ...this.parent?.(), ...attributes };
  };
}

const narrow = (dialect: 'api' | 'note'): Extensions => storyExtensions.filter(({ name }) => kept[dialect].includes(name)).map(narrowed);

const extensions: Readonly<Record<Dialect, Extensions>> = { story: storyExtensions, api: narrow('api'), note: narrow('note') };
export const extensionsFor = (dialect: Dialect): Extensions => extensions[dialect];
