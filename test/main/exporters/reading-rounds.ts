/** Random stories, exported and read as the importers read them: `count` of them, and how many of them the check accepted. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { blocksExport } from '../../../shared/contracts/findings.ts';
import { gameEngines } from '../../exporter-ids.ts';
import { assertReferencesExist, readers } from './importers.ts';
import { randomStory } from './random-story.ts';

const options = fc.record({
  format: fc.constantFrom(...gameEngines),
  locale: fc.constantFrom('en', 'de', 'de-AT'),
  fallbackContents: fc.boolean(),
  hasStart: fc.integer({ min: 0, max: 9 }),
});

/** [Exports] The check has an error exactly where the importer would throw. */
export function exportAndReadStories(count: number): { sound: number; faulty: number } {
  const seen = { sound: 0, faulty: 0 };
  fc.assert(
    fc.property(randomStory, options, (story, { format, locale, fallbackContents, hasStart }) => {
      if (hasStart === 0) story.start(null);
      const project = story.project();
      const errors = checkStory(project, format, { locales: [locale], fallbackContents }).filter(blocksExport);
      const text = exportStory(project, { format, destination: 'file', locale, fallbackContents });
      if (errors.length > 0) {
        expect(() => readers[format](text), JSON.stringify(errors)).toThrow();
        seen.faulty++;
      } else {
        readers[format](text);
        seen.sound++;
      }
      assertReferencesExist(JSON.parse(text));
    }),
    { numRuns: count },
  );
  return seen;
}
