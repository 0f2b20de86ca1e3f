/** The editor's schema for each dialect of rich text (G21). Formatting outside of it can be neither entered nor pasted. */
import { type AnyExtension, type Extensions, Mark, Node } from '@tiptap/core';
import type { RichTextDialect } from '../../../shared/rich-text/dialects.ts';
import { storyMarks } from './schema-marks.ts';
import { conditionNodes, storyNodes } from './schema-nodes.ts';

export const storyExtensions: Extensions = [...storyNodes, ...storyMarks];
export const conditionExtensions: Extensions = conditionNodes;

const allowedNames: Readonly<Record<'api' | 'note', readonly string[]>> = {
  api: ['doc', 'text', 'paragraph', 'codeBlock', 'bold', 'code'],
  note: ['doc', 'text', 'paragraph', 'bold'],
};

/** In the dialects of workspaces, tags have no attributes, bold is `<b>`, and a script is a `<code>` outside of other blocks. */
const noAttributes = { default: [], parseHTML: () => [], renderHTML: () => ({}) };
const overriddenAttributes: Readonly<Record<string, Record<string, object>>> = {
  paragraph: { attributes: noAttributes },
  codeBlock: { attributes: noAttributes, code: noAttributes, bare: { default: true, rendered: false, parseHTML: () => true } },
  bold: { attributes: noAttributes, tag: { default: 'b', rendered: false, parseHTML: () => 'b' } },
  code: { attributes: noAttributes },
};

const narrowExtension = (extension: AnyExtension): AnyExtension => {
  const attributes = overriddenAttributes[extension.name] ?? {};
  if (extension instanceof Mark) return extension.extend({ addAttributes: withAddedAttributes(attributes) });
  if (!(extension instanceof Node)) return extension;
  const content = extension.name === 'codeBlock' ? { content: 'text*' } : {};
  return extension.extend({ ...content, addAttributes: withAddedAttributes(attributes) });
};

function withAddedAttributes(attributes: Record<string, object>) {
  return function (this: { parent: (() => object) | undefined }) {
    return { ...this.parent?.(), ...attributes };
  };
}

const narrowExtensions = (dialect: 'api' | 'note'): Extensions =>
  storyExtensions.filter(({ name }) => allowedNames[dialect].includes(name)).map(narrowExtension);

const extensionsByDialect: Readonly<Record<RichTextDialect, Extensions>> = {
  story: storyExtensions,
  api: narrowExtensions('api'),
  note: narrowExtensions('note'),
};
export const editorExtensionsFor = (dialect: RichTextDialect): Extensions => extensionsByDialect[dialect];
