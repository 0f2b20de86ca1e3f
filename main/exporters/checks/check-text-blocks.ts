/** Finds text outside of any block, which the script interpreters cannot read, and texts whose markup a plug-in does not show. */

import { message } from '../../../shared/messages/message.ts';
import { losesMarkup, losesMarkupInSteps } from '../../../shared/play/play-output.ts';
import { isLongText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { replaceElements } from '../../../shared/rich-text/edit-scripts.ts';
import { isBlockElement, parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { isEngineText } from '../../story-format/encoding.ts';
import type { LocalizedValues } from '../../story-format/story-selection.ts';
import type { CheckContext, CheckFix, RecordCheck, RecordName } from './check-context.ts';

/** [Exports] the interpreters read paragraphs, quotations and scripts; text outside of them is exported as a paragraph. */
export const checkTextBlocks: RecordCheck = function* (context, { kind, id }) {
  const { project } = context;
  const element = kind === 'element' ? project.find('element', id) : undefined;
  if (element)
    yield* checkTextField(context, { kind: 'element', id, field: 'content', texts: element.content }, () => context.elementName(element));
  const connection = kind === 'connection' ? project.find('connection', id) : undefined;
  if (connection)
    yield* checkTextField(context, { kind: 'connection', id, field: 'label', texts: connection.label }, () =>
      context.connectionName(connection),
    );
};

interface TextField {
  readonly kind: 'element' | 'connection';
  readonly id: string;
  readonly field: string;
  readonly texts: LocalizedValues;
}

/** Texts that may contain markup which some plug-ins lose; only the parser can determine whether they do. */
const losableMarkup = /&(?:amp|lt|gt);|<(?:br|u|s)>/;

/** Warns of the first exported language of which the plug-in does not show the text as it is written. */
function* checkMarkup(context: CheckContext, { kind, id, texts }: TextField, name: () => RecordName): Generator<void> {
  if (context.scriptProfile.textMarkup === 'shown') return;
  for (const iso of context.languages) {
    const { text } = context.localizedValue(texts, iso);
    if (!text || !losableMarkup.test(text)) continue;
    const shown = replaceElements(text, 'code', () => '');
    if (!(isLongText(shown) ? yield* losesMarkupInSteps(shown) : losesMarkup(shown))) continue;
    context.warn('differs-in-game', { kind, id }, message('check.text.markupLost', { record: name(), engine: context.engineName }));
    return;
  }
}

function* checkTextField(context: CheckContext, textField: TextField, name: () => RecordName): Generator<void> {
  const { kind, id, field, texts } = textField;
  yield* checkMarkup(context, textField, name);
  const outside: string[] = [];
  for (const iso of context.languages) {
    const text = texts[iso]?.text ?? '';
    if (text !== '' && !isEngineText(text) && (yield* hasTextOutsideBlocks(text))) outside.push(iso);
  }
  if (outside.length === 0) return;
  const fix = paragraphFix(kind, id, { [field]: wrapFieldTexts(texts, outside) });
  context.warn('text-outside-blocks', { kind, id }, message('check.text.outsideParagraph', { record: name() }), fix);
}

const paragraphFix = (kind: 'element' | 'connection', id: string, fields: Readonly<Record<string, unknown>>): CheckFix => ({
  label: message('check.fix.paragraph'),
  command: { do: 'change', kind, id, fields },
});

const wrapFieldTexts = (texts: LocalizedValues, locales: readonly string[]): Record<string, { text: string }> =>
  Object.fromEntries(locales.map((iso) => [iso, { text: wrapTextInParagraphs(texts[iso]?.text ?? '') }]));

const blockTag = /<(\/?)(?:p|pre|blockquote|ul|ol)(?: [^<>]*)?>/g;

/** Looking at as many tags of blocks takes a few milliseconds. */
const tagsPerStep = 2 ** 13;

/** Whether a canonical rich text contains anything but blocks, scripts and white space at its top level. Pauses in a long one. */
function* hasTextOutsideBlocks(html: string): Generator<void, boolean> {
  let depth = 0;
  let next = 0;
  let count = 0;
  const isText = (end: number): boolean => depth === 0 && replaceElements(html.slice(next, end), 'code', () => '').trim() !== '';
  for (const found of html.matchAll(blockTag)) {
    if (isText(found.index)) return true;
    depth += found[1] === '/' ? -1 : 1;
    next = found.index + found[0].length;
    if (++count % tagsPerStep === 0) yield;
  }
  return isText(html.length);
}

/** Turns each run of text and inline tags at the top level into a paragraph, and preserves everything else. */
function wrapTextInParagraphs(html: string): string {
  const nodes: RichTextNode[] = [];
  let run: RichTextNode[] = [];
  const endRun = (): void => {
    const isBlank = run.every((node) => typeof node === 'string' && node.trim() === '');
    if (!isBlank) nodes.push({ name: 'p', attributes: [], children: run });
    else for (const node of run) nodes.push(node);
    run = [];
  };
  for (const node of parseTree(html)) {
    const isScript = typeof node !== 'string' && node.name === 'code';
    if (isScript || isBlockElement(node)) {
      endRun();
      nodes.push(node);
    } else run.push(node);
  }
  endRun();
  return serializeNodes(nodes);
}
