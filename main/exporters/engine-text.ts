/** Rich text in the engine dialect, without reading again what already is in it: most texts of most stories. */
import { toEngineDialect } from '../../shared/rich-text/engine-dialect.ts';

/** Anything but paragraphs of words and marks, and scripts of a single line. Stored text is canonical: nothing else has to be looked for. */
const nonEngineMarkup =
  /<(?!\/?(?:p|strong|em|u|s|span|a|pre|code)>|br>|span |a )|<\/(?:p|pre)>(?!<p>|<pre><code>|$)|<pre>(?!<code>)|<\/code>(?!<\/pre>)|<code>(?<!<pre><code>)/;
/** A script that is more than one line or that would be trimmed, or holds a mention or a hard space. */
const scriptNeedingConversion = /<pre><code>(?![^\s<])|<pre><code>[^<\n]*(?:\n|&nbsp;|\s<|<(?!\/code><\/pre>))/;
/** Two lines of a choice with nothing between them. */
const emptyScriptBranch = /<pre><code>(?:if|elseif|else)\b[^<]*<\/code><\/pre><pre><code>(?:elseif|else|endif)\b/;

/** Whether the engine dialect of a canonical rich text is the text itself; false where that takes more than a look. */
export function isEngineText(html: string): boolean {
  if (!html.startsWith('<p>') && !html.startsWith('<pre><code>')) return false;
  if (nonEngineMarkup.test(html)) return false;
  return !html.includes('<code>') || !(scriptNeedingConversion.test(html) || emptyScriptBranch.test(html));
}

const convertedTexts = new WeakMap<object, { html: string; engine: string }>();

/** [Exports] The text in the engine dialect; `owner` is the stored object that holds it, by which the answer is remembered. */
export function toEngineText(owner: object, html: string): string {
  if (isEngineText(html)) return html;
  const known = convertedTexts.get(owner);
  if (known?.html === html) return known.engine;
  const engine = toEngineDialect(html);
  convertedTexts.set(owner, { html, engine });
  return engine;
}
