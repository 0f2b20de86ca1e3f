/** Converts rich text to the engine dialect. Most texts of most stories are already in it, so they are not parsed. */
import { toEngineDialect } from '../../shared/script/engine-dialect.ts';

/**
 * Matches anything but paragraphs with text and marks, and scripts of a single line. Stored text is canonical, so nothing else can occur.
 */
const nonEngineMarkup =
  /<(?!\/?(?:p|strong|em|u|s|span|a|pre|code)>|br>|span |a )|<\/(?:p|pre)>(?!<p>|<pre><code>|$)|<pre>(?!<code>)|<\/code>(?!<\/pre>)|<code>(?<!<pre><code>)/;
/** Matches a script that has several lines, would be trimmed, or contains a mention or a non-breaking space. */
const scriptNeedingConversion = /<pre><code>(?![^\s<])|<pre><code>[^<\n]*(?:\n|&nbsp;|\s<|<(?!\/code><\/pre>))/;
/** Matches two lines of an `if` with nothing between them. */
const emptyScriptBranch = /<pre><code>(?:if|elseif|else)\b[^<]*<\/code><\/pre><pre><code>(?:elseif|else|endif)\b/;

/** Whether a canonical rich text is already in the engine dialect; false if only the parser can determine that. */
export function isEngineText(html: string): boolean {
  if (!html.startsWith('<p>') && !html.startsWith('<pre><code>')) return false;
  if (nonEngineMarkup.test(html)) return false;
  return !html.includes('<code>') || !(scriptNeedingConversion.test(html) || emptyScriptBranch.test(html));
}

const convertedTexts = new WeakMap<object, { html: string; engine: string }>();

/** [Exports] the text in the engine dialect. The result is cached for `owner`, the stored object that contains the text. */
export function toEngineText(owner: object, html: string): string {
  if (isEngineText(html)) return html;
  const known = convertedTexts.get(owner);
  if (known?.html === html) return known.engine;
  const engine = toEngineDialect(html);
  convertedTexts.set(owner, { html, engine });
  return engine;
}
