/** What the command line prints: versions of a value beside each other in a table, and sentences and paths of others. */
import { expect, test } from 'vitest';
import { formatFault, formatMessage, shortenToDifferences } from '../../../main/cli/format-text.ts';
import { t } from '../../../shared/messages/english.ts';
import { joinLines, verbatim } from '../../../shared/messages/message.ts';

const shared = 'The old door opens slowly, and behind it stands a lamp that';

test.each<[string, string[], string[]]>([
  ['short values stay as they are', ['one', 'two words', '–'], ['one', 'two words', '–']],
  ['line breaks become spaces', ['one\n\ntwo'], ['one two']],
  [
    'values that differ at once are cut at their end',
    [`A ${shared}`, `B ${shared}`],
    ['A The old door opens slowly, and behind…', 'B The old door opens slowly, and behind…'],
  ],
  [
    'long values show where they begin to differ',
    [`${shared} is lit.`, `${shared} is lit.`, `${shared} nobody has lit for years and years.`],
    ['…a lamp that is lit.', '…a lamp that is lit.', '…a lamp that nobody has lit for years a…'],
  ],
  ['a longer version of a value', [`${shared} burns`, `${shared} burns brightly`], ['…p that burns', '…p that burns brightly']],
  [
    'equal values are cut at their end',
    [shared, shared],
    ['The old door opens slowly, and behind i…', 'The old door opens slowly, and behind i…'],
  ],
])('%s', (_name, versions, expected) => {
  expect(shortenToDifferences(versions)).toEqual(expected);
});

test('a sentence or a key of another program is on one line; line breaks of our own remain', () => {
  const foreign = verbatim('No.\r\n::error::taken');
  expect(formatMessage(foreign, t)).toBe('No. ::error::taken');
  expect(formatFault({ path: 'boards.x\n::error::', ...foreign }, t)).toBe('  boards.x ::error::: No. ::error::taken');
  expect(formatMessage(joinLines([verbatim('One.'), verbatim('Two.')]), t)).toBe('One.\nTwo.');
});
