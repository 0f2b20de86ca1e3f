/** What a single read tells of something that we have just made: the customId of a component, the conditions of a branch. */
import { z } from 'zod';
import type { Change, ChangeSet } from '../../shared/changes.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import type { Op } from './sends.ts';
import { ranksFor } from './sequence.ts';

const component = z.looseObject({ customId: z.string().nullable() });
const condition = z.looseObject({ id: z.string(), script: z.string().nullable() });
const branch = z.looseObject({
  conditions: z.looseObject({
    ifCondition: condition.nullish(),
    elseIfConditions: z.array(condition).nullish(),
    elseCondition: condition.nullish(),
  }),
});

/** Changes of theirs; none where the answer says nothing new. */
export function looked(op: Op, json: unknown, theirs: Project): ChangeSet {
  const before = theirs.at(op.id);
  if (!before) return [];
  if (op.kind === 'component') {
    const read = component.safeParse(json);
    return read.success && read.data.customId !== null ? [{ before, after: { ...before, customId: read.data.customId } }] : [];
  }
  const read = branch.safeParse(json);
  if (op.kind !== 'branch' || !read.success) return [];
  const { ifCondition, elseIfConditions, elseCondition } = read.data.conditions;
  const all = [
    ...(ifCondition ? [['if', ifCondition] as const] : []),
    ...(elseIfConditions ?? []).map((each) => ['elseIf', each] as const),
    ...(elseCondition ? [['else', elseCondition] as const] : []),
  ];
  const ranks = ranksFor(
    all.map(([, { id }]) => id),
    (id) => theirs.at(id)?.rank,
  );
  return all.flatMap(([role, { id, script }]): Change[] =>
    theirs.has(id) ? [] : [{ after: { kind: 'condition', id, rank: ranks.get(id) ?? '', branchId: op.id, role, script } }],
  );
}

/** The if that came with a branch of ours is ours: what was made there, and which of ours gets which id. */
export function adopted(branchId: string, changes: ChangeSet, mine: Project, theirs: Project) {
  const ours = mine.children('condition', branchId, 'conditions');
  const made = changes.flatMap(({ before, after }): AnyRecord[] =>
    after && !before && after.role === 'if' ? [{ ...after, script: null }] : [],
  );
  const renamed = made.flatMap(({ id, role }): [from: string, to: string][] => {
    const own = ours.find((condition) => condition.role === role && role === 'if' && !theirs.has(condition.id));
    return own ? [[own.id, id]] : [];
  });
  return { made, renamed };
}
