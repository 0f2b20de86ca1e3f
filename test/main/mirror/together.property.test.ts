/** One story, edited on two sides: whatever was done, they come together, and nothing is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { cellsOf, sameCell } from '../../../main/mirror/cells.ts';
import type { Question } from '../../../main/mirror/question.ts';
import { kindNamed } from '../../../shared/kinds/all.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';
import { granted, type Wish, wishes } from '../../any-commands.ts';
import { story } from '../../build.ts';
import { faultsOf } from '../../valid-project.ts';
import { stillWorld } from '../../world.ts';
import { bringTogether, mineOf, type Sides, theirsOf, twoSides } from './two-sides.ts';

const rounds = Number(process.env.TALEPORT_ROUNDS ?? 1);
const world = stillWorld(7);

/** What nobody can send, or only the remote makes: not part of what two sides do. */
const local = (wish: Wish): boolean => wish.do !== 'locale' && !['comment', 'reply'].includes(wish.kind);

function attempt(send: (command: never) => void, project: Project, wish: Wish): boolean {
  const command = granted(wish, project);
  if (!command) return false;
  try {
    send(command as never);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code !== 'internal' && error.code !== 'store') return false;
    throw error;
  }
}

const engine = openEngine(null, world);
async function started(first: readonly Wish[]): Promise<Sides> {
  const { hash, project, send } = story(engine, world);
  for (const wish of first) attempt(send as never, project, wish);
  const records = [...project.records()];
  engine.remove(hash);
  return twoSides(world, records, engine);
}

/** How two projects differ, but for what is in question. */
function differences(mine: Project, theirs: Project, open: readonly Question[], refused: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const asked = new Set(open.map(({ id }) => id));
  for (const m of mine.records()) {
    const t = theirs.at(m.id);
    if (!t) found.push(`${m.kind} ${m.id} is here only`);
    else
      for (const cell of cellsOf(m, t))
        if (!sameCell(m.kind, cell, m, t) && !asked.has(`${m.id}#${cell}`) && !refused.has(m.id)) found.push(`${m.kind} ${m.id} ${cell}`);
  }
  for (const t of theirs.records()) if (!mine.has(t.id)) found.push(`${t.kind} ${t.id} is there only`);
  for (const m of mine.records())
    for (const { by, list } of kindNamed(m.kind).orders) {
      const parent = by === null ? null : String(m[by]);
      const [one, two] = [mine.list(parent, list), theirs.list(parent, list)];
      if (JSON.stringify(one) !== JSON.stringify(two)) found.push(`${list} of ${parent}: ${one} / ${two}`);
    }
  return found;
}

describe('one story on two sides', { timeout: 600_000 }, () => {
  test('[I1, I2] whatever one side did alone, both are the same afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(wishes(25), wishes(15), fc.boolean(), async (first, then, isHere) => {
        const sides = await started(first);
        for (const wish of then)
          if (local(wish)) attempt((isHere ? sides.here : sides.elsewhere) as never, isHere ? mineOf(sides) : theirsOf(sides), wish);
        const open = await bringTogether(sides);
        const refused = new Set(sides.refused.map(({ op }) => op.id));
        expect(open).toEqual([]);
        expect(differences(mineOf(sides), theirsOf(sides), open, refused)).toEqual([]);
        expect(faultsOf(mineOf(sides).records())).toEqual([]);
        engine.remove(sides.hash);
        sides.remote.engine.remove(sides.there);
      }),
      { numRuns: 100 * rounds },
    );
  });

  test('[I1, I2] whatever both did, they come together but for what is in question', async () => {
    await fc.assert(
      fc.asyncProperty(wishes(25), wishes(12), wishes(12), async (first, ours, others) => {
        const sides = await started(first);
        for (const wish of ours) if (local(wish)) attempt(sides.here as never, mineOf(sides), wish);
        for (const wish of others) if (local(wish)) attempt(sides.elsewhere as never, theirsOf(sides), wish);
        await bringTogether(sides);
        expect(faultsOf(mineOf(sides).records())).toEqual([]);
        engine.remove(sides.hash);
        sides.remote.engine.remove(sides.there);
      }),
      { numRuns: 100 * rounds },
    );
  });
});
