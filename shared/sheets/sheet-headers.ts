/** The headers of tables with translations. Other headers are the codes of languages; an import of such a table reads the key and the languages. */

/** Identifies the text of a row: `<record>/<field>`. */
export const keyHeader = 'Key';
/** The columns before the languages. */
export const leadingHeaders = [keyHeader, 'Where', 'What'] as const;
/** The columns of a recording and translation script, between those and the languages. */
export const scriptHeaders = ['Title', 'Speaker', 'Condition'] as const;
/** The prefixes of columns after the languages. A language code contains no space. */
export const statusPrefix = 'Status ';
export const linesPrefix = 'Lines ';
export const wordsPrefix = 'Words ';
export const charactersPrefix = 'Characters ';
/** In the key column of a row that is not imported. The key of a text contains a slash. */
export const totalsKey = 'Total';

/** Whether a column is there to be read or filtered by people, and not imported. A language code that is equal to one of the headers differs in case. */
export const isIgnoredHeader = (head: string): boolean =>
  [...leadingHeaders, ...scriptHeaders].some((each) => each === head) ||
  [statusPrefix, linesPrefix, wordsPrefix, charactersPrefix].some((prefix) => head.toLowerCase().startsWith(prefix.toLowerCase()));
