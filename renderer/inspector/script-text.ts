/**
 * The script of a condition as a writer edits it: plain text, where a mention is its words. The mentions stay mentions as long as
 * nobody writes into them. Pure.
 */
import { type Code, codeOfCondition, writeCode } from '../../shared/rich-text/code.ts';

export const textOfScript = (script: string): string => codeOfCondition(script).source;

/** The script whose text was changed to `text`. What is the same before and behind the change keeps its mentions. */
export function withScriptText(script: string, text: string): string {
  const { source, mentions } = codeOfCondition(script);
  if (source === text) return script;
  const shortest = Math.min(source.length, text.length);
  let before = 0;
  while (before < shortest && source[before] === text[before]) before++;
  let behind = 0;
  while (behind < shortest - before && source[source.length - 1 - behind] === text[text.length - 1 - behind]) behind++;
  const shift = text.length - source.length;
  const kept = mentions.flatMap((mention) => {
    if (mention.end <= before) return [mention];
    return mention.start >= source.length - behind ? [{ ...mention, start: mention.start + shift, end: mention.end + shift }] : [];
  });
  const code: Code = { source: text, mentions: kept };
  return writeCode(code, 0, text.length);
}
