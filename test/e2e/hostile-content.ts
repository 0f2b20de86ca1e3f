/**
 * Ways in which a page might send something to another server, by name, and the server, which records what arrives. The address of each way
 * ends with its name.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { escapeHtml } from '../../shared/text.ts';

interface RequestCatcher {
  /** `http://127.0.0.1:PORT`: of the same machine, so that no policy, proxy or missing network but that of the page keeps a request from it. */
  readonly origin: string;
  /** The paths of all requests but those for the page of the control. */
  readonly requests: string[];
  close(): void;
}

/** `controlPage` is served at `/control`: an ordinary page without a policy. Nothing else has content, so no navigation leaves a page. */
export async function openRequestCatcher(controlPage: (origin: string) => string = () => ''): Promise<RequestCatcher> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/control') return void response.setHeader('content-type', 'text/html').end(controlPage(origin));
    requests.push(request.url ?? '');
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${Object(server.address()).port}`;
  return { origin, requests, close: () => void server.close().closeAllConnections() };
}

/** An image in an image: browsers load it where the outer one is a document, and never where it is an image. */
const svg = (address: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}" width="9" height="9"/></svg>`)}`;

/** The stylesheet of a story. It finds the elements of a page by the classes of the player. */
export const hostileStyles = (away: string): string => `
  @import url("${away}/import.css");
  @font-face { font-family: stolen; src: url("${away}/font"); }
  html:has(.content p) { background-image: url("${away}/has"); }
  .play:has(.content > p:first-child) .content { list-style-image: url("${away}/has-list"); display: list-item; }
  .content, .content p, .title, body { font-family: stolen; cursor: url("${away}/cursor"), auto; }
  .content p { --stolen: url("${away}/variable"); background-image: var(--stolen), url("${away}/background"), url("${svg(`${away}/svg-background`)}"); }
  .content { border-image-source: url("${away}/border"); mask-image: url("${away}/mask"); background-image: image-set(url("${away}/set") 1x); }
  .play::before { content: url("${away}/content") url("${svg(`${away}/svg-content`)}"); }
  .play[class^="p"] { background-image: url("${away}/attribute"); }`;

export const styleNames = [
  'import.css',
  'font',
  'has',
  'has-list',
  'cursor',
  'variable',
  'background',
  'border',
  'mask',
  'set',
  'content',
  'attribute',
];

interface HostileElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Elements that no story may contain. The form is sent by `submit`. */
export const hostileElements = (away: string): HostileElement[] => [
  { tag: 'img', attributes: { src: `${away}/img` } },
  { tag: 'img', attributes: { src: svg(`${away}/svg-img`) } },
  { tag: 'iframe', attributes: { src: `${away}/iframe` } },
  { tag: 'iframe', attributes: { src: svg(`${away}/svg-iframe`) } },
  { tag: 'object', attributes: { data: `${away}/object` } },
  { tag: 'object', attributes: { data: svg(`${away}/svg-object`), type: 'image/svg+xml' } },
  { tag: 'embed', attributes: { src: `${away}/embed` } },
  { tag: 'video', attributes: { src: `${away}/video`, poster: `${away}/poster` } },
  { tag: 'audio', attributes: { src: `${away}/audio`, autoplay: '' } },
  { tag: 'link', attributes: { rel: 'stylesheet', href: `${away}/link` } },
  { tag: 'link', attributes: { rel: 'prefetch', href: `${away}/prefetch` } },
  { tag: 'input', attributes: { type: 'image', src: `${away}/input` } },
  { tag: 'form', attributes: { action: `${away}/form`, method: 'post' } },
  { tag: 'meta', attributes: { 'http-equiv': 'refresh', content: `0;url=${away}/refresh` } },
];

export const toHtml = (elements: readonly HostileElement[]): string =>
  elements
    .map(({ tag, attributes }) => {
      const texts = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      return `<${tag}${texts.join('')}></${tag}>`;
    })
    .join('');

export const elementNames = [
  'img',
  'iframe',
  'svg-iframe',
  'object',
  'svg-object',
  'embed',
  'video',
  'poster',
  'audio',
  'link',
  'prefetch',
  'input',
  'form',
  'refresh',
];
