/** The size of a connection's label, estimated from its text. Estimates are a little too wide, so that labels fit in their places. Pure. */
import type { Box } from '../geometry.ts';

export type Size = Pick<Box, 'width' | 'height'>;

/** The widest label of a connection that stores no width. */
export const defaultLabelWidth = 200;

/** The sizes in lines.css: the font size, the height of a line, and the border and padding on both sides together. */
const fontSize = 12;
const lineHeight = 16.2;
const spaceX = 20;
const spaceY = 8;

/** The size of a label that is at most `maxWidth` wide. */
export function labelSize(text: string, maxWidth: number): Size {
  const room = Math.max(fontSize * 2, maxWidth - spaceX);
  let [lines, widest] = [0, 0];
  for (const paragraph of text.split('\n')) {
    let line = 0;
    lines++;
    for (const word of paragraph.match(/\S+\s*|\s+/gu) ?? []) {
      const width = textWidth(word.trimEnd());
      if (line > 0 && line + width > room) [lines, line] = [lines + 1, 0];
      // A word that is wider than the label is broken.
      if (width > room) lines += Math.floor(width / room);
      widest = Math.max(widest, Math.min(room, line + width));
      line = width > room ? width % room : line + textWidth(word);
    }
  }
  return { width: Math.ceil(widest + spaceX), height: Math.ceil(lines * lineHeight + spaceY) };
}

function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * fontSize;
}

/** The width of a character, as a fraction of the font size. */
function characterWidth(character: string): number {
  if (/[\u0300-\u036f\u200b-\u200f]/u.test(character)) return 0;
  if (/[iljtfrI.,:;'!|()[\] ]/u.test(character)) return 0.38;
  if (/[mwMW@%—…]/u.test(character)) return 0.98;
  if (/[\u1100-\u11ff\u2e80-\uffef]|[\u{10000}-\u{3ffff}]/u.test(character)) return 1.05;
  return /\p{Lu}/u.test(character) ? 0.74 : 0.62;
}
