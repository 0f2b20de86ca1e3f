/**
 * What a single read tells and nothing else does: the customId of a component that we have just made, the conditions of a branch, the ids of
 * the components that an element carries.
 */
import { z } from 'zod';
import type { Change, ChangeSet } from '../../../shared/changes.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import type { Trees } from '../plan/merge.ts';
import { isProvisional, provisionalId } from '../plan/provisional.ts';
import type { Op } from '../plan/sends.ts';
import { ranksFor } from '../plan/sequence.ts';
import { Lost } from './loop-deps.ts';
import type { Came } from './outbox.ts';

const component = z.looseObject({ customId: z.string().nullable() });
const condition = z.looseObject({ id: z.string(), script: z.string().nullable() });
const element = z.looseObject({ components: z.array(z.looseObject({ id: z.string().min(1), component: z.string() })).nullish() });
const branch = z.looseObject({
  conditions: z.looseObject({
    ifCondition: condition.nullish(),
    elseIfConditions: z.array(condition).nullish(),
    elseCondition: condition.nullish(),
  }),
});

/** A look that has told nothing is done again. */
export function lostBy(came: Came, now: number): Lost | undefined {
  if (came.is !== 'answer') return new Lost('There was no answer.');
  const { status, json, retryAfter = 60 } = came;
  if (status === 200 && json === null) return new Lost('The answer of the server was cut.');
  if (status === 429) return new Lost('The limit of the workspace is used up.', { until: now + retryAfter * 1000, status });
  return status === 401 || status === 403 || status >= 500 ? new Lost(`The workspace answered with ${status}.`, { status }) : undefined;
}

/** Changes of theirs; none where the answer says nothing new. */
export function looked(op: Op, json: unknown, theirs: Project): ChangeSet {
  const before = theirs.at(op.id);
  if (!before) return [];
  if (op.kind === 'component') {
    const read = component.safeParse(json);
    return read.success && read.data.customId !== null ? [{ before, after: { ...before, customId: read.data.customId } }] : [];
  }
  if (op.kind === 'element') return attachmentsRead(op.id, json, theirs);
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

/** Each goes by its own id: of those that carry one component, the first there is the first here. */
function attachmentsRead(elementId: string, json: unknown, theirs: Project): ChangeSet {
  const read = element.safeParse(json);
  const told = read.success ? (read.data.components ?? []) : [];
  const unknown = theirs
    .children('componentAttachment', elementId, 'components')
    .filter(({ id }) => isProvisional(id)) as unknown as AnyRecord[];
  return told.flatMap(({ id, component: carried }): Change[] => {
    if (theirs.has(id)) return [];
    const at = unknown.findIndex(({ componentId }) => componentId === carried);
    const [before] = at < 0 ? [] : unknown.splice(at, 1);
    return before ? [{ before }, { after: { ...before, id } }] : [];
  });
}

export interface Adopted {
  /** Rows of the base that are new, and that are no more. */
  readonly made: readonly AnyRecord[];
  readonly gone: readonly string[];
  /** Which of ours gets which id. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
}

/** What a look comes to here: the if that came with a branch of ours is ours, and attachments go by their own ids. */
export function adopted({ kind, id }: Op, changes: ChangeSet, { base, mine, theirs }: Trees): Adopted {
  return kind === 'element' ? ownIds(changes, base, mine) : ownIf(id, changes, mine, theirs);
}

function ownIds(changes: ChangeSet, base: Project, mine: Project): Adopted {
  const from = changes.flatMap(({ before }) => before ?? []);
  const to = changes.flatMap(({ after }) => after ?? []);
  const pairs = from.map(({ id }, at): [string, string] => [id, to[at]?.id ?? id]);
  const made = pairs.flatMap(([old, id]): AnyRecord[] => {
    const row = base.at(old);
    return row ? [{ ...row, id }] : [];
  });
  return { made, gone: pairs.map(([old]) => old), renamed: pairs.filter(([old]) => mine.has(old)) };
}

/** The remote has no such attachment, and yet shows that there is one: it has another id by now, which the next look tells. */
export function unknownAgain({ kind, id }: Op, base: Project, mine: Project): Adopted {
  const row = kind === 'componentAttachment' ? base.at(id) : undefined;
  if (!row || isProvisional(id)) return { made: [], gone: [], renamed: [] };
  const to = provisionalId(String(row.elementId), String(row.componentId), (each) => base.has(each) || mine.has(each));
  return { made: [{ ...row, id: to }], gone: [id], renamed: mine.has(id) ? [[id, to]] : [] };
}

function ownIf(branchId: string, changes: ChangeSet, mine: Project, theirs: Project): Adopted {
  const ours = mine.children('condition', branchId, 'conditions');
  const made = changes.flatMap(({ before, after }): AnyRecord[] =>
    after && !before && after.role === 'if' ? [{ ...after, script: null }] : [],
  );
  const renamed = made.flatMap(({ id, role }): [from: string, to: string][] => {
    const own = ours.find((condition) => condition.role === role && role === 'if' && !theirs.has(condition.id));
    return own ? [[own.id, id]] : [];
  });
  return { made, gone: [], renamed };
}
