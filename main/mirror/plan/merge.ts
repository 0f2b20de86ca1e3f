/**
 * The first half of the plan: what they did is taken in, what both did is put together, what cannot be is asked. Afterwards the base says
 * what they have, but for what is in question; what still differs from theirs is ours and waits to be sent.
 */
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import type { Project } from '../../../shared/project.ts';
import { settleAssetTypes } from './asset-types.ts';
import {
  type Cell,
  cellsOf,
  fieldOf,
  isEqual,
  isSent,
  localeOf,
  parentField,
  refsIn,
  sameCell,
  sameContent,
  valueIn,
  withCell,
  withoutCell,
} from './cells.ts';
import { withoutLostLanguages } from './languages.ts';
import { lastBoards } from './last-boards.ts';
import { namesakes, withRoom } from './names.ts';
import { parentsOf, ranksOf } from './places.ts';
import { type Question, questionOf } from './question.ts';
import { cameWithItsBranch, needs, removalsOf } from './removals.ts';
import { renamedProject } from './rename.ts';
import { renameInScripts } from './scripts.ts';

export interface Trees {
  /** What both sides last agreed on. */
  readonly base: Project;
  readonly mine: Project;
  /** As last read. */
  readonly theirs: Project;
}

export interface Merged {
  /** Ours that turn out to be theirs: old id, theirs. Before anything else. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** Records as they will be here, and those that go from here. */
  readonly put: readonly AnyRecord[];
  readonly gone: readonly string[];
  readonly base: { readonly put: readonly AnyRecord[]; readonly gone: readonly string[] };
  /** Open: the same every time until they are answered or settle themselves. */
  readonly questions: readonly Question[];
  /** Told this once: theirs counts from now on, ours is in the question only. Who applies the merge keeps them. */
  readonly raised: readonly Question[];
  /** What is not sent: an id, or `<id>#<cell>`. */
  readonly held: ReadonlySet<string>;
}

export function merge({ base, mine: before, theirs }: Trees): Merged {
  const renamed = namesakes(base, before, theirs);
  const mine = renamed.length > 0 ? renamedProject(before, renamed) : before;
  const removals = removalsOf(base, mine, theirs);
  const { goHere, keptHere } = removals;
  const restored = lastBoards(base, mine, theirs, new Set([...goHere, ...keptHere]));
  const keptThere = new Set([...removals.keptThere].filter((id) => !restored.ids.has(id)));
  const questions = removals.questions.filter(({ record }) => !restored.ids.has(record));
  const held = new Set([...keptHere, ...keptThere]);
  const taken = takenIn(mine, theirs, (id) => restored.ids.has(id) || (!base.has(id) && !keptThere.has(id)));
  const exists = (id: string): boolean => (mine.has(id) && !goHere.has(id)) || taken.has(id);
  const isThereOnly = (id: string): boolean => theirs.has(id) && !exists(id);
  const places = parentsOf(base, mine, theirs, exists);
  for (const id of places.waiting) held.add(`${id}#place`);

  const after = new Map<string, AnyRecord>(taken);
  const agreed = new Map<string, AnyRecord>();
  for (const m of mine.records()) {
    const t = theirs.at(m.id);
    if (!t || goHere.has(m.id)) continue;
    const b = base.at(m.id) ?? (cameWithItsBranch(t, base) ? asItCame(t) : undefined);
    const parent = places.parents.get(m.id);
    const isQuiet = parent === undefined && !places.waiting.has(m.id) && (b === t || sameContent(m, t));
    const one = isQuiet ? { mine: m, base: t, open: [] } : cellByCell(b, m, t, isThereOnly);
    const by = parentField(m.kind);
    if (by !== null && parent !== undefined) one.mine = { ...one.mine, [by]: parent };
    if (by !== null && places.waiting.has(m.id) && b) one.base = { ...one.base, [by]: b[by] };
    for (const { cell, question } of one.open) {
      held.add(`${m.id}#${cell}`);
      if (question) questions.push(questionOf(m, cell, 'both changed', question));
    }
    if (one.mine !== m) after.set(m.id, one.mine);
    agreed.set(m.id, one.base);
  }
  for (const [id, record] of taken) agreed.set(id, record);

  const root = after.get(PROJECT) ?? mine.at(PROJECT);
  const aboutLanguages = root ? withoutLostLanguages(base, mine, root, after) : [];
  const types = settleAssetTypes(mine, theirs, after);
  const names = withRoom(mine, theirs, after, goHere);
  const aboutScripts = renameInScripts(base, mine, after);
  const room = { out: new Set([...types.out, ...names.out]), questions: [...types.questions, ...names.questions, ...aboutScripts] };
  const at = (id: string): AnyRecord | undefined => (goHere.has(id) || room.out.has(id) ? undefined : (after.get(id) ?? mine.at(id)));
  const { ranks, questions: aboutOrders } = ranksOf(base, mine, theirs, { at, arrived: new Set(taken.keys()) });
  for (const [id, fresh] of ranks) {
    const record = at(id);
    if (record) after.set(id, { ...record, ...fresh });
  }
  return {
    renamed,
    put: [...after.values()].filter(({ id }) => !room.out.has(id)).sort(byId),
    gone: [...goHere, ...room.out].sort(),
    base: baseAfter(base, theirs, agreed, keptHere),
    questions: questions.sort(byId),
    raised: [...restored.questions, ...places.questions, ...aboutOrders, ...aboutLanguages, ...room.questions].sort(byId),
    held,
  };
}

/** [Branch and conditions] an if as the remote made it: what else is known of it somebody has done since. */
function asItCame({ extra: _others, ...condition }: AnyRecord): AnyRecord {
  return { ...condition, script: null };
}

/** The plan does not depend on the order in which records came (I18). */
const byId = (one: { readonly id: string }, two: { readonly id: string }): number => (one.id < two.id ? -1 : one.id > two.id ? 1 : 0);

export const changesNothing = ({ renamed, put, gone, base }: Merged): boolean =>
  renamed.length + put.length + gone.length + base.put.length + base.gone.length === 0;

/** What is new there, but for what stands on, or points to, what is in question. */
function takenIn(mine: Project, theirs: Project, isNew: (id: string) => boolean): Map<string, AnyRecord> {
  const taken = new Map<string, AnyRecord>();
  for (const t of theirs.records()) if (!mine.has(t.id) && isNew(t.id)) taken.set(t.id, t);
  for (let size = -1; size !== taken.size; ) {
    size = taken.size;
    for (const [id, t] of taken) if ([...needs(t)].some((target) => !mine.has(target) && !taken.has(target))) taken.delete(id);
  }
  for (const [id, t] of taken)
    for (const cell of cellsOf(t))
      if (refsIn(t, cell).some((target) => theirs.has(target) && !mine.has(target) && !taken.has(target)))
        taken.set(id, emptied(taken.get(id) ?? t, cell));
  return taken;
}

/** What it points to is in question and not here: so is what points to it. */
function emptied(record: AnyRecord, cell: Cell): AnyRecord {
  if (record.kind === 'attribute') return { ...record, value: { ...(record.value as object), data: null } };
  const field = fieldOf(cell);
  return { ...record, [field]: localeOf(cell) === null ? kindNamed(record.kind).defaults[field] : withoutLocale(record, cell) };
}

function withoutLocale(record: AnyRecord, cell: Cell): unknown {
  const { [localeOf(cell) ?? '']: _gone, ...left } = record[fieldOf(cell)] as Record<string, unknown>;
  return left;
}

interface OneRecord {
  mine: AnyRecord;
  base: AnyRecord;
  readonly open: { readonly cell: Cell; readonly question?: Pick<Question, 'base' | 'mine' | 'theirs'> }[];
}

/** The table of the two lower corners: nothing, pull, push, adopt or ask, for each cell by itself. */
function cellByCell(b: AnyRecord | undefined, m: AnyRecord, t: AnyRecord, isThereOnly: (id: string) => boolean): OneRecord {
  const one: OneRecord = { mine: m, base: t, open: [] };
  const keep = (cell: Cell) => {
    one.base = b && valueIn(b, cell) !== undefined ? withCell(one.base, cell, b) : withoutCell(one.base, cell);
  };
  for (const cell of cellsOf(b, m, t)) {
    if (sameCell(m.kind, cell, m, t)) continue;
    const [changedHere, changedThere] = [!sameCell(m.kind, cell, b, m), !sameCell(m.kind, cell, b, t)];
    if (!changedThere) continue;
    if (refsIn(t, cell).some(isThereOnly)) {
      keep(cell);
      one.open.push({ cell });
    } else if (!changedHere || !isSent(m.kind, cell)) one.mine = withCell(one.mine, cell, t);
    else {
      keep(cell);
      one.open.push({
        cell,
        question: { base: valueIn(b, cell) ?? null, mine: valueIn(m, cell) ?? null, theirs: valueIn(t, cell) ?? null },
      });
    }
  }
  return one;
}

/** The rows of the base that change: theirs where both have it, as before where it is in question, nothing where neither has it. */
function baseAfter(base: Project, theirs: Project, agreed: ReadonlyMap<string, AnyRecord>, keptHere: ReadonlySet<string>): Merged['base'] {
  const put = [...agreed.values()].filter((record) => {
    const known = base.at(record.id);
    return !known || !isEqual(known, record);
  });
  const gone = [...base.records()].flatMap(({ id }) => (theirs.has(id) || keptHere.has(id) ? [] : [id]));
  return { put: put.sort(byId), gone: gone.sort() };
}
