/** Replaces line breaks by spaces. Foreign text on a line of its own could look like another row or message of ours. */
export const toOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');
