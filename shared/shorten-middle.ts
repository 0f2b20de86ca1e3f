/** Shortens the middle of a text, so that the extension of a file name and the end of a path remain. Never cuts a character in two. */
export function shortenMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.floor(maxLength / 4);
  const start = text.slice(0, maxLength - end - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${text.slice(-end).replace(/^[\udc00-\udfff]/, '')}`;
}
