/** One story, edited on two sides: whatever was done, they come together, and nothing is lost. More with TALEPORT_ROUNDS=10. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import type { MergeConflict } from '../../../../main/sync/plan/merge-conflict.ts';
import { isMergeEmpty, mergeTrees } from '../../../../main/sync/plan/merge-trees.ts';
import { planSync } from '../../../../main/sync/plan/plan-sync.ts';
import { Project } from '../../../../shared/model/project.ts';
import { Problem } from '../../../../shared/problem.ts';
import { findProjectErrors } from '../../../project-errors.ts';
import { type CommandSketch, commandSketches, toCommand } from '../../../random-commands.ts';
import { rounds } from '../../../rounds.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { differences, lost, overwritten, state, unknownIds } from '../nothing-lost.ts';
import { type TwoSides, twoSides } from '../two-sides.ts';

const environment = createTestEnvironment(7);
const engine = openEngine(null, environment);
const seen = { asked: 0, done: 0 };

/** Languages and comments are the remote's alone. */
const isOurs = ({ do: verb, kind }: CommandSketch): boolean => verb !== 'locale' && kind !== 'comment' && kind !== 'reply';

function attempt(send: (command: never) => void, project: Project, wish: CommandSketch): void {
  const command = toCommand(wish, project);
  if (!command) return;
  seen.asked++;
  try {
    send(command as never);
    seen.done++;
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'internal' || error.code === 'store') throw error;
  }
}

async function started(first: readonly CommandSketch[]): Promise<TwoSides> {
  const { hash, project, send } = createTestStory(engine, environment);
  for (const wish of first) attempt(send as never, project, wish);
  const records = [...project.records()];
  engine.removeProject(hash);
  return twoSides(environment, records, engine);
}

function edit(sides: TwoSides, side: 'here' | 'there', list: readonly CommandSketch[]): void {
  for (const wish of list)
    if (side === 'there' || isOurs(wish))
      attempt(((command: never) => sides.edit(side, command)) as never, side === 'here' ? sides.here : sides.theirs, wish);
}

async function answerAll(sides: TwoSides, open: readonly MergeConflict[], choices: readonly boolean[]): Promise<void> {
  let left = open;
  for (let turn = 0; left.length > 0; turn++) {
    expect(turn).toBeLessThan(30);
    const [question] = left;
    if (question) sides.answer(question, choices[turn % choices.length] ? 'local' : 'remote');
    left = await sides.bringTogether();
  }
}

const first = () => commandSketches(25);
const then = () => commandSketches(12);

const always = [0, 0, 0, 0, 0, 0, 0, 0];
/** What was found by chance once is tried every time. */
const foundOnce: [CommandSketch[], CommandSketch[], CommandSketch[], boolean[]][] = [
  [
    [
      { do: 'create', kind: 'board', picks: always },
      { do: 'create', kind: 'branch', picks: always },
      { do: 'create', kind: 'comment', picks: always },
    ],
    [{ do: 'conditions', kind: 'board', picks: always }],
    [{ do: 'remove', kind: 'board', picks: [4, 0, 0, 0, 0, 0, 0, 0] }],
    [true],
  ],
  [
    [
      { do: 'create', kind: 'board', picks: always },
      { do: 'create', kind: 'reply', picks: always },
    ],
    [
      { do: 'remove', kind: 'board', picks: [47, 0, 0, 0, 0, 0, 0, 0] },
      { do: 'create', kind: 'board', picks: always },
    ],
    [{ do: 'remove', kind: 'board', picks: [145, 0, 0, 0, 0, 0, 0, 0] }],
    [false],
  ],
  [
    [
      { do: 'create', kind: 'board', picks: always },
      { do: 'create', kind: 'board', picks: [0, 75, 0, 0, 0, 0, 0, 0] },
      { do: 'create', kind: 'element', picks: always },
    ],
    [
      { do: 'create', kind: 'note', picks: always },
      { do: 'remove', kind: 'board', picks: [706, 0, 0, 0, 0, 0, 0, 0] },
    ],
    [{ do: 'remove', kind: 'board', picks: [885, 0, 0, 0, 0, 0, 0, 0] }],
    [false],
  ],
  [
    [
      { do: 'create', kind: 'board', picks: [0, 327, 0, 0, 0, 0, 0, 0] },
      { do: 'create', kind: 'condition', picks: always },
    ],
    [
      { do: 'move', kind: 'board', picks: [235, 3, 589, 0, 0, 0, 0, 0] },
      { do: 'create', kind: 'board', picks: [0, 13, 0, 0, 0, 0, 0, 0] },
    ],
    [
      { do: 'remove', kind: 'board', picks: [764, 0, 0, 0, 0, 0, 0, 0] },
      { do: 'create', kind: 'element', picks: always },
    ],
    [false],
  ],
];

describe('one story on two sides', { timeout: 1_200_000 }, () => {
  test('[I1, I2, I12] what one side did alone is on both afterwards, without a question', async () => {
    await fc.assert(
      fc.asyncProperty(first(), then(), fc.constantFrom('here', 'there'), async (before, list, side) => {
        const sides = await started(before);
        edit(sides, side, list);
        expect(await sides.bringTogether()).toEqual([]);
        expect(differences(sides)).toEqual([]);
        expect([...sides.refused.values()].filter((why) => why.startsWith('HTTP'))).toEqual([]);
        sides.remove();
      }),
      { numRuns: 200 * rounds },
    );
    expect(seen.done / seen.asked).toBeGreaterThan(0.4);
  });

  test('[I1–I5, I10, I11, I13, I14] what both did comes together, but for what is in question; nothing is lost on either side', async () => {
    await fc.assert(
      fc.asyncProperty(
        first(),
        then(),
        then(),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
        async (before, ours, others, choices) => {
          const sides = await started(before);
          const start = state(sides.base);
          edit(sides, 'here', ours);
          edit(sides, 'there', others);
          const [mine, theirs] = [state(sides.here), state(sides.theirs)];
          sides.watch = (step) => {
            expect([step, findProjectErrors(sides.here.records()), findProjectErrors(sides.theirs.records())]).toEqual([step, [], []]);
            if (step.startsWith('sending')) expect([step, unknownIds(step, sides.theirs)]).toEqual([step, []]);
          };
          const open = await sides.bringTogether();
          expect(lost(start, mine, sides, open)).toEqual([]);
          expect(overwritten(start, theirs, sides, open)).toEqual([]);
          expect(new Set(sides.renamed.values()).size).toBe(sides.renamed.size);
          if (open.length === 0) expect(differences(sides)).toEqual([]);
          sides.watch = () => {};
          await answerAll(sides, open, choices);
          expect(differences(sides)).toEqual([]);
          sides.remove();
        },
      ),
      { numRuns: 300 * rounds, examples: foundOnce },
    );
  });

  test('[I18, I24] the plan is the same in whatever order the records come', async () => {
    await fc.assert(
      fc.asyncProperty(first(), then(), then(), fc.nat(), async (before, ours, others, turn) => {
        const sides = await started(before);
        edit(sides, 'here', ours);
        edit(sides, 'there', others);
        const shuffled = (project: Project) => {
          const records = [...project.records()].reverse();
          const at = turn % records.length;
          return new Project([...records.slice(at), ...records.slice(0, at)]);
        };
        const trees = { base: sides.base, local: sides.here, remote: sides.theirs };
        const mixed = { base: shuffled(trees.base), local: shuffled(trees.local), remote: shuffled(trees.remote) };
        const shown = ({ mergeResult, operations }: ReturnType<typeof planSync>) =>
          JSON.stringify({ ...mergeResult, held: [...mergeResult.withheld].sort(), sends: operations });
        expect(shown(planSync(mixed))).toBe(shown(planSync(trees)));
        await sides.bringTogether();
        expect(isMergeEmpty(mergeTrees({ base: shuffled(sides.base), local: shuffled(sides.here), remote: shuffled(sides.theirs) }))).toBe(
          true,
        );
        sides.remove();
      }),
      { numRuns: 100 * rounds },
    );
  });
});
