/** Every language is complete. It runs in `npm run test:deep`, so that English can grow and be translated afterwards (docs/CONTRIBUTING.md). */
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languageFaults, languageFolders, untranslatedMessages } from './language-faults.ts';

describe.each(languageFolders.map((folder) => [basename(folder), folder]))('%s', (_, folder) => {
  test('has each message of English, no other, and the same parameters and tags', () => {
    expect(languageFaults(folder)).toEqual([]);
  });

  test('repeats no phrase of English', () => {
    expect(untranslatedMessages(folder)).toEqual([]);
  });
});
