/** What is kept from one export or check to the next never shows: it says what a project that was just read would say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { checkStory } from '../../../main/export/check.ts';
import { exportStory, type StoryExport } from '../../../main/export/export-story.ts';
import { KeptMembers } from '../../../main/export/kept-members.ts';
import { exportFormats } from '../../../shared/findings.ts';
import { Problem } from '../../../shared/problem.ts';
import { Project } from '../../../shared/project.ts';
import { granted, wishes } from '../../any-commands.ts';
import { largeStory } from '../../bench/stories.ts';
import { stillWorld } from '../../world.ts';

/** More rounds for a longer look: TALEPORT_ROUNDS=20. */
const rounds = Number(process.env.TALEPORT_ROUNDS ?? 1);

const views = fc.record({
  format: fc.constantFrom(...exportFormats),
  as: fc.constantFrom('file' as const, 'http' as const),
  locale: fc.constantFrom('en', 'de'),
  allLocales: fc.boolean(),
  fallbackContents: fc.boolean(),
  storedNames: fc.boolean(),
});

/** As it would be were the project just read. */
const fresh = (project: Project): Project => new Project([...project.records()].sort((one, two) => (one.id < two.id ? -1 : 1)));

/** Languages may go while the commands run. */
const inLanguage = (project: Project, view: StoryExport): StoryExport =>
  project.root.locales.some(({ iso }) => iso === view.locale) ? view : { ...view, locale: project.mainLocale };

describe('after any commands', { timeout: 600_000 }, () => {
  test('[Exports] the bytes of an export and the findings of a check are those from scratch', async () => {
    const seen = { asked: 0, done: 0 };
    await fc.assert(
      fc.asyncProperty(
        wishes(40),
        fc.array(views, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(5), { minLength: 5 }),
        async (list, chosen, turns) => {
          const world = stillWorld();
          const engine = openEngine(null, world);
          const { hash } = engine.create(largeStory(world, 550, 60));
          const project = engine.project(hash);
          const look = (): void => {
            const again = fresh(project);
            for (const view of chosen) {
              const options = inLanguage(project, view);
              expect(exportStory(project, options) === exportStory(again, options)).toBe(true);
              const languages = { locales: [options.locale ?? project.mainLocale], fallbackContents: view.fallbackContents };
              expect(checkStory(project, view.format, languages)).toEqual(checkStory(again, view.format, languages));
            }
            expect(checkStory(project)).toEqual(checkStory(again));
          };
          look();
          for (const [at, wish] of list.entries()) {
            const turn = turns[at % turns.length] ?? 0;
            const command = granted(wish, project);
            try {
              if (turn === 5) engine.undo(hash);
              else if (command) {
                seen.asked++;
                engine.send(hash, command, 'user');
                seen.done++;
              }
            } catch (error) {
              if (!(error instanceof Problem)) throw error;
            }
            if (turn < 3) look();
          }
          look();
          await engine.close();
        },
      ),
      { numRuns: 6 * rounds },
    );
    expect(seen.done / seen.asked).toBeGreaterThan(0.4);
  });

  test('[Exports] more changes at once than are remembered are written, too', () => {
    const world = stillWorld();
    const project = new Project(largeStory(world, 1500, 100));
    const options = { format: 'unity', as: 'file' } as const;
    exportStory(project, options);
    checkStory(project, 'unity');
    for (const slice of [3, 1400, 2]) {
      const elements = [...project.all('element')].slice(0, slice);
      project.apply(elements.map((before) => ({ before, after: { ...before, theme: 'red' } }) as never));
      expect(exportStory(project, options) === exportStory(fresh(project), options)).toBe(true);
      expect(checkStory(project, 'unity')).toEqual(checkStory(fresh(project), 'unity'));
    }
  });
});

test('kept members are what a map in the order of its keys would be', () => {
  const steps = fc.array(fc.record({ id: fc.integer({ min: 0, max: 900 }), isThere: fc.boolean() }), { maxLength: 1500, size: 'max' });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 600, size: 'max' }),
      steps,
      fc.nat(20),
      (first, list, every) => {
        const key = (id: number): string => `k${id}`;
        const model = new Map(first.map((id) => [key(id), `first ${id}`]));
        const kept = new KeptMembers(model, ',');
        const written = (): string => [...kept.texts((id) => model.get(id))].join(',');
        const wanted = (): string =>
          [...model]
            .sort(([one], [two]) => (one < two ? -1 : 1))
            .map(([, text]) => text)
            .join(',');
        expect(written()).toBe(wanted());
        for (const [at, { id, isThere }] of list.entries()) {
          if (isThere) model.set(key(id), `at ${at}`);
          else model.delete(key(id));
          kept.touch(key(id), isThere);
          if (at % (every * 20 + 20) === 0) expect(written()).toBe(wanted());
        }
        expect(written()).toBe(wanted());
      },
    ),
    { numRuns: 40 * rounds },
  );
});
