/**
 * What an answer comes to. Nothing remembers an answer: it changes what both sides are said to have agreed on, or is a command like any
 * other of the user's, and the next plan does the rest.
 */
import type { Command, SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { Project, parentOf } from '../../../shared/project.ts';
import { cellsOf, isReadOnly, parentField, refsIn, withCell, withValue } from './cells.ts';
import { leaving } from './leaving.ts';
import type { Trees } from './merge.ts';
import type { Question } from './question.ts';
import { fallsWith } from './removals.ts';

export interface Answered {
  readonly base: { readonly put: readonly AnyRecord[]; readonly gone: readonly string[] };
  /** To be sent as the user's, so that it can be undone. */
  readonly command?: Command;
}

/** Theirs as far as the question itself tells it, where it has not been read since the start. */
export function theirsAsked({ why, record, cell, theirs }: Question, base: Project): Project {
  const row = base.at(record);
  return new Project(why === 'both changed' && row && cell !== null && cell !== 'place' ? [withValue(row, cell, theirs)] : []);
}

const nothing: Answered['base'] = { put: [], gone: [] };

export function answer(question: Question, choice: 'mine' | 'theirs', { base, mine, theirs }: Trees): Answered {
  const { record: id, kind, cell, why } = question;
  if (why === 'both changed') {
    const [m, t] = [mine.at(id), theirs.at(id)];
    if (!m || !t || cell === null) return { base: nothing };
    return { base: { put: [withCell(base.at(id) ?? t, cell, choice === 'mine' ? t : m)], gone: [] } };
  }
  if (why === 'gone there') {
    if (choice === 'theirs') return { base: nothing, command: together([...leaving(id, mine, theirs), { do: 'remove', kind, id }]) };
    // Comments cannot be made there again: they stay agreed on, so that they go from here as they went there.
    const all = known(
      fallsWith(id, mine, (each) => !theirs.has(each)),
      mine,
    );
    return { base: { put: [], gone: all.flatMap((each) => (isReadOnly(each) ? [] : [each.id])) } };
  }
  if (why === 'gone here') {
    const all = fallsWith(id, theirs, (each) => !mine.has(each));
    return {
      base: choice === 'theirs' ? { put: [], gone: [...all] } : { put: [...known(all, theirs), ...users(all, base, theirs)], gone: [] },
    };
  }
  // Ours is the one that stays.
  if (why === 'twin') return choice === 'mine' && mine.has(id) ? { base: nothing, command: { do: 'remove', kind, id } } : { base: nothing };
  return choice === 'mine' && why === 'place' ? back(question, mine) : { base: nothing };
}

const together = (commands: readonly SingleCommand[]): Command =>
  commands.length === 1 && commands[0] ? commands[0] : { do: 'batch', commands };

const known = (ids: Iterable<string>, project: Project): AnyRecord[] => [...ids].flatMap((id) => project.at(id) ?? []);

/** Who began to use there what is to go: it was known, so that ours counts. */
function users(all: ReadonlySet<string>, base: Project, theirs: Project): AnyRecord[] {
  const put = new Map<string, AnyRecord>();
  for (const id of all)
    for (const user of theirs.holdersOf(id)) {
      const t = theirs.at(user);
      const b = put.get(user) ?? base.at(user);
      if (all.has(user) || !t || !b) continue;
      let row = b;
      for (const cell of cellsOf(t)) if (refsIn(t, cell).includes(id)) row = withCell(row, cell, t);
      const by = parentField(t.kind);
      if (by !== null && t[by] === id) row = { ...row, [by]: id };
      put.set(user, row);
    }
  return [...put.values()];
}

/** To where we had it: into that folder, or behind what it stood behind. */
function back({ record: id, kind, mine: place }: Question, mine: Project): Answered {
  const m = mine.at(id);
  if (!m) return { base: nothing };
  const order = kindNamed(kind).orders[0];
  const list = order ? mine.list(parentOf(m, order.by), order.list).filter((each) => each !== id) : [];
  const isParent = typeof place === 'string' && mine.has(place) && !list.includes(place);
  const command: SingleCommand = isParent
    ? { do: 'move', kind, id, to: place, at: '-' }
    : { do: 'move', kind, id, at: typeof place === 'string' ? list.indexOf(place) + 1 : 0 };
  return { base: nothing, command };
}
