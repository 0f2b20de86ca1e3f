/** Copies of a story that stand still: each is what the story was when it was taken, however long it is read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { checkStory } from '../../../main/export/check.ts';
import { exportStory } from '../../../main/export/export-story.ts';
import { StillStories, type StillStory } from '../../../main/parts/still-stories.ts';
import { Problem } from '../../../shared/problem.ts';
import { Project } from '../../../shared/project.ts';
import { granted, wishes } from '../../any-commands.ts';
import { largeStory } from '../../bench/stories.ts';
import { stillWorld } from '../../world.ts';

const exported = (project: Project): string => exportStory(project, { format: 'unity', as: 'file' });
const fresh = (project: Project): Project => new Project([...project.records()]);

test('[Targets] a story that is exported stands still, whatever is done to it meanwhile; others get what it is by then', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(wishes(25), fc.array(fc.nat(9), { minLength: 3 }), async (list, turns) => {
      const engine = openEngine(null, stillWorld());
      const { hash } = engine.create(largeStory(stillWorld(), 16, 5));
      const stories = new StillStories(engine);
      const held: { story: StillStory; text: string; findings: unknown }[] = [];
      for (const [at, wish] of list.entries()) {
        const turn = turns[at % turns.length] ?? 0;
        try {
          const command = granted(wish, engine.project(hash));
          if (turn === 0) engine.undo(hash);
          else if (command) engine.send(hash, command, 'user');
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
        }
        if (turn < 4) {
          const story = await stories.take(hash);
          const now = fresh(engine.project(hash));
          expect(story.version).toBe(engine.versionOf(hash).version);
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
    { numRuns: 15 },
  );
});

test('[Targets] two that want the same version share a copy; one that is free is brought up to date', async () => {
  const engine = openEngine(null, stillWorld());
  const { hash } = engine.create(largeStory(stillWorld(), 10));
  const stories = new StillStories(engine);
  const [one, two] = await Promise.all([stories.take(hash), stories.take(hash)]);
  expect(two.project).toBe(one.project);
  const [element] = [...engine.project(hash).all('element')];
  const write = () =>
    engine.send(hash, { do: 'change', kind: 'element', id: element?.id ?? '', fields: { content: `<p>${Math.random()}</p>` } }, 'user');
  write();
  one.release();
  one.release();
  const other = await stories.take(hash);
  expect(other.project).not.toBe(two.project);
  two.release();
  other.release();
  write();
  const next = await stories.take(hash);
  expect([one.project, other.project]).toContain(next.project);
  expect(exported(next.project)).toBe(exported(fresh(engine.project(hash))));
});
