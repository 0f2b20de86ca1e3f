/**
 * Moves items to another board. Items stay on the board they were made on ([Elements] id and relationship fields are immutable): so they are
 * made anew there, whoever refers to them is led there, and the old ones go, all in one command. Pure.
 */

import { same } from '../../shared/changes.ts';
import type { Command, SingleCommand } from '../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { renamedRecord } from '../../shared/renaming.ts';
import { clipOf } from './clip.ts';
import { removed } from './edits.ts';
import { freeSpot } from './free-spot.ts';
import { boundsOf } from './geometry.ts';
import { boxOf, endOf, itemAt, itemsOn } from './items.ts';
import { pasted } from './paste.ts';

export interface Relocated {
  readonly command: Command;
  readonly ids: readonly string[];
  /** Connections that would have led from one board to another and go. */
  readonly cut: number;
}

export function movedToBoard(
  project: Project,
  ids: Iterable<string>,
  boardId: string,
  newId: () => string,
  nameOf: (project: Project, id: string) => string,
): Relocated | null {
  const items = [...ids].flatMap((id) => itemAt(project, id) ?? []).filter((item) => item.boardId !== boardId);
  const clip = clipOf(
    project,
    items.map(({ id }) => id),
    nameOf,
  );
  const bounds = boundsOf(items.map((item) => boxOf(project, item)));
  if (!clip || !bounds) return null;
  const taken = [...itemsOn(project, boardId)].map((item) => boxOf(project, item));
  const corner = freeSpot(bounds, bounds, taken);
  const made = pasted(project, clip, boardId, { by: { x: corner.x - bounds.x, y: corner.y - bounds.y } }, newId);
  const gone = removed(
    project,
    items.map(({ id }) => id),
  );
  if (!made || !gone) return null;
  const commands = [...made.commands, ...ledThere(project, made.names), ...(gone.do === 'batch' ? gone.commands : [gone])];
  return { command: { do: 'batch', commands }, ids: made.ids, cut: cutBy(project, new Set(items.map(({ id }) => id))) };
}

/** Comments are not the window's to change. */
const fixed: ReadonlySet<string> = new Set(['comment', 'reply']);

function* ledThere(project: Project, names: ReadonlyMap<string, string>): Generator<SingleCommand> {
  const holders = new Set([...names.keys()].flatMap((id) => [...project.holdersOf(id)]));
  for (const id of holders) {
    const record = project.at(id);
    if (!record || names.has(id) || fixed.has(record.kind)) continue;
    const fields = changedFields(record, renamedRecord(record, names));
    if (Object.keys(fields).length > 0) yield { do: 'change', kind: record.kind, id, fields } as SingleCommand;
  }
}

/** A connection that would lead to another board goes anyway. */
function changedFields(before: AnyRecord, after: AnyRecord): Record<string, unknown> {
  const ends = new Set(['sourceid', 'targetid']);
  return Object.fromEntries(
    Object.keys(kindNamed(before.kind).fields)
      .filter((field) => !(before.kind === 'connection' && ends.has(field)) && !same(before[field], after[field]))
      .map((field) => [field, after[field]]),
  );
}

function cutBy(project: Project, moving: ReadonlySet<string>): number {
  const cut = new Set<string>();
  for (const id of moving) {
    const sources = [id, ...project.list(id, 'conditions')];
    for (const end of sources)
      for (const holder of project.holdersOf(end)) {
        const connection = project.find('connection', holder);
        if (connection && moving.has(endOf(project, connection.sourceid).item) !== moving.has(connection.targetid)) cut.add(holder);
      }
  }
  return cut.size;
}
