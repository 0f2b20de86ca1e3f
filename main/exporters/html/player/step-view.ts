/** Renders a step: the cover, the story, the choices, the variables. */
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { resolveLocalizedText } from '../../../../shared/model/localized-text.ts';
import { replaceLinks } from '../../../../shared/play/page-style.ts';
import type { PlayState } from '../../../../shared/play/play.ts';
import { listVariables, readVariable } from '../../../../shared/play/play-memory.ts';
import { formatScriptValue, toPlainValue } from '../../../../shared/play/script-value.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { parseTree, type RichTextNode } from '../../../../shared/rich-text/rich-text-tree.ts';
import type { PageData, PageTexts } from '../page-data.ts';
import { createButton, createElement } from './page-elements.ts';

/** The children of the article: `.title` and `.content`, as in Play in the editor. */
export function renderStory({ project, elementId, html, locale }: PlayState): Node[] {
  const title = titleOf(project, elementId, locale);
  const content = createElement('div', { class: 'content' }, renderRichText(html));
  if (title === null || title === '') return [content];
  return [createElement('div', { class: 'title', role: 'heading', 'aria-level': '2' }, renderRichText(title)), content];
}

export const storyText = ({ project, elementId, html, locale }: PlayState): string =>
  [titleOf(project, elementId, locale), html]
    .map((each) => richTextToPlainText(each))
    .filter((text) => text !== '')
    .join('\n');

function titleOf(project: PlayState['project'], elementId: string, locale: string): string | null {
  return resolveLocalizedText(project.find('element', elementId)?.title ?? {}, locale, project.projectRecord.locales).html;
}

export function renderChoices(
  { project, choices, locale }: PlayState,
  texts: PageTexts,
  actions: { readonly choose: (connectionId: string) => void; readonly restart: () => void },
): Node[] {
  if (choices.length === 0)
    return [createElement('p', { class: 'end' }, [texts.ended]), createButton(texts.playAgain, actions.restart, { class: 'choice' })];
  const items = choices.map(({ connectionId, label, targetElementId }, at) => {
    const text =
      richTextToPlainText(label).replaceAll('\n', ' ') || richTextToPlainText(titleOf(project, targetElementId, locale)) || texts.continue;
    const button = createButton('', () => actions.choose(connectionId), { class: 'choice' });
    if (at < 9) button.append(createElement('span', { class: 'key', 'aria-hidden': 'true' }, [String(at + 1)]));
    button.append(createElement('span', { lang: locale, dir: 'auto' }, [text]));
    return createElement('li', {}, [button]);
  });
  return [createElement('ol', { 'aria-label': texts.choices }, items)];
}

/** The cover; nothing for an icon, which is not a file, and for a video on the web, which would be loaded from the network. */
export function renderCover({ project, elementId }: PlayState, files: PageData['files']): Node[] {
  const cover = project.find('element', elementId)?.cover;
  if (!cover || !('id' in cover)) return [];
  const address = files[cover.id];
  if (address === undefined) return [];
  if (cover.type === 'video' || cover.type === 'template-video')
    return [createVideo(cover, address, project.find('asset', cover.id)?.name)];
  return [createElement('img', { src: address, alt: '' })];
}

type AssetCover = Extract<NonNullable<StoryRecord<'element'>['cover']>, { id: string }>;

function createVideo(cover: AssetCover, address: string, name = ''): HTMLVideoElement {
  const video = createElement('video', { src: address, playsinline: '', 'aria-label': name });
  if (!('showControls' in cover) || cover.showControls !== false) video.controls = true;
  video.autoplay = 'autoplay' in cover && cover.autoplay === true;
  video.loop = 'mode' in cover && cover.mode === 'loop';
  return video;
}

export function renderVariables({ project, memory, profile }: PlayState, texts: PageTexts): Node[] {
  const variables = listVariables(project);
  if (variables.length === 0) return [createElement('p', {}, [texts.noVariables])];
  return [
    createElement(
      'dl',
      {},
      variables.map((variable) => {
        const value = readVariable(memory, variable, profile);
        const isChanged = toPlainValue(value) !== variable.initialValue;
        return createElement('div', isChanged ? { class: 'changed' } : {}, [
          createElement('dt', {}, [variable.name]),
          createElement('dd', {}, [formatScriptValue(value, profile)]),
        ]);
      }),
    ),
  ];
}

/** Shows rich text as elements of the page. Only what the story dialect allows becomes an element; the browser never parses HTML. */
const renderRichText = (html: string): Node[] => parseTree(html).map(replaceLinks).map(renderNode);

function renderNode(node: RichTextNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const element = document.createElement(node.name);
  for (const [name, value] of node.attributes) {
    // The policy of the page forbids the attribute, but not the property. The dialect only allows an indent.
    if (name === 'style') element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...node.children.map(renderNode));
  return element;
}
