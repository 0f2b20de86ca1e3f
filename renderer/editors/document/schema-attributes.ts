/** Attributes of the nodes and marks in the editor's schema. They preserve those of the tags exactly. */
import { dialects } from '../../../shared/rich-text/dialects.ts';
import type { HtmlAttribute } from '../../../shared/rich-text/scan-html.ts';
import { htmlAttributesIn } from './editor-document.ts';

/** The attributes of an element that the dialect allows. Others are lost when content is pasted. */
export function allowedAttributes(element: HTMLElement): HtmlAttribute[] {
  const rules = dialects.story.get(element.localName)?.attributes;
  return [...element.attributes].flatMap(({ name, value }): HtmlAttribute[] => (rules?.get(name)?.(value) ? [[name, value]] : []));
}

const noAttributes: HtmlAttribute[] = [];

/** The attributes of a tag, unchanged. In the page they are attributes as well. */
export const tagAttributes = {
  default: noAttributes,
  keepOnSplit: false,
  parseHTML: allowedAttributes,
  renderHTML: (attrs: Record<string, unknown>) => Object.fromEntries(htmlAttributesIn(attrs)),
};
/** An attribute of the document that is not rendered. */
export const hiddenAttribute = <T>(value: T, name: string, read: (value: string) => T) => ({
  default: value,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => (element.hasAttribute(name) ? read(element.getAttribute(name) ?? '') : value),
  renderHTML: () => ({}),
});
/** Marks a paragraph or script that is serialized without its own tag. */
export const bareAttribute = {
  ...hiddenAttribute(false, 'data-bare', () => true),
  renderHTML: ({ bare }: Record<string, unknown>) => (bare === true ? { 'data-bare': '' } : {}),
};
