/** Snapshots of a story: each is the story at the time it was taken, however long it is read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { type ExportSnapshot, ExportSnapshots } from '../../../main/exporters/export-snapshots.ts';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { largeStory } from '../../bench/stories.ts';
import { commandSketches, toCommand } from '../../random-commands.ts';
import { cases } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const exported = (project: Project): string => exportStory(project, { format: 'unity', destination: 'file' });
const fresh = (project: Project): Project => new Project([...project.records()]);

test('[Targets] a story does not change while it is exported; later exports get its current state', async () => {
  await fc.assert(
    fc.asyncProperty(commandSketches(25), fc.array(fc.nat(9), { minLength: 3 }), async (list, turns) => {
      // One source of ids: with two, a new record could get an id of the story.
      const environment = createTestEnvironment();
      const engine = openEngine(null, environment);
      const { hash } = engine.createProject(largeStory(environment, 16, 5));
      const stories = new ExportSnapshots(engine);
      const held: { story: ExportSnapshot; text: string; findings: unknown }[] = [];
      for (const [at, wish] of list.entries()) {
        const turn = turns[at % turns.length] ?? 0;
        try {
          const command = toCommand(wish, engine.getProject(hash));
          if (turn === 0) engine.undo(hash);
          else if (command) engine.execute(hash, command, 'user');
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
        }
        if (turn < 4) {
          const story = await stories.acquire(hash);
          const now = fresh(engine.getProject(hash));
          expect(story.version).toBe(engine.getVersion(hash).version);
          expect(exported(story.project) === exported(now)).toBe(true);
          held.push({ story, text: exported(now), findings: checkStory(now) });
        }
        if (turn > 6) held.shift()?.story.release();
        for (const { story, text, findings } of held) {
          expect(exported(story.project) === text).toBe(true);
          expect(checkStory(story.project)).toEqual(findings);
        }
      }
      engine.close();
    }),
    { numRuns: cases(15) },
  );
});

test('[Targets] two that want the same version share a copy; one that is free is brought up to date', async () => {
  const engine = openEngine(null, createTestEnvironment());
  const { hash } = engine.createProject(largeStory(createTestEnvironment(), 10));
  const stories = new ExportSnapshots(engine);
  const [one, two] = await Promise.all([stories.acquire(hash), stories.acquire(hash)]);
  expect(two.project).toBe(one.project);
  const [element] = [...engine.getProject(hash).recordsOfKind('element')];
  let writes = 0;
  const write = () =>
    engine.execute(hash, { do: 'change', kind: 'element', id: element?.id ?? '', fields: { content: `<p>${++writes}</p>` } }, 'user');
  write();
  one.release();
  one.release();
  const other = await stories.acquire(hash);
  expect(other.project).not.toBe(two.project);
  two.release();
  other.release();
  write();
  const next = await stories.acquire(hash);
  expect([one.project, other.project]).toContain(next.project);
  expect(exported(next.project)).toBe(exported(fresh(engine.getProject(hash))));
});
