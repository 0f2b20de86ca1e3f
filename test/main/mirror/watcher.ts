/** What must never happen to a story on two sides, looked at while it lives: sentences on what did. */

import { Rows } from '../../../main/mirror/loop/rows.ts';
import { cellsOf, isSent, sameCell, sameContent } from '../../../main/mirror/plan/cells.ts';
import type { Take } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import type { Shelf, ShelfWrites } from '../../../shared/shelf.ts';
import type { Answered, Asking } from '../../fake-remote.ts';

interface Sides {
  readonly here: Project;
  /** As the remote tells. */
  readonly seen: Project;
}

export class Watcher {
  readonly wrong: string[] = [];
  /** What was ever there. */
  readonly known = new Set<string>();
  readonly twins = new Set<string>();
  /** Asked about: was it added? */
  readonly unsure = new Set<string>();
  /** Changed by somebody else: no longer known for a twin. */
  readonly touched = new Set<string>();
  readonly #sides: Sides;
  readonly #shelf: Shelf;
  readonly #hash: string;
  readonly #rows: Rows;
  /** Of requests that have left: whether it was known what they overwrite. */
  readonly #left = new WeakMap<Asking, { record: string; before: AnyRecord; after: AnyRecord; isKnown: boolean }>();
  /** Of requests that have arrived: they would overwrite what nobody here has read. */
  readonly #overwrites = new WeakSet<Asking>();
  readonly #overwritten = new Set<string>();
  /** Creates by what they make here, and what became of them there. */
  readonly #created = new WeakMap<Asking, string>();
  readonly #made = new Map<string, string[]>();
  /** What was there right after a write of ours. */
  readonly #ours = new Map<string, AnyRecord>();

  constructor(sides: Sides, shelf: Shelf, hash: string) {
    this.#sides = sides;
    this.#shelf = shelf;
    this.#hash = hash;
    this.#rows = new Rows(shelf, hash);
  }

  /** [I3] What is taken in neither removes what only we have nor overwrites what we changed, unless a question keeps it. */
  takesIn({ put, gone }: Take, beside: readonly ShelfWrites[], base: Project): void {
    const { here } = this.#sides;
    const asked = JSON.stringify(beside.flatMap((each) => (each.put ?? []).filter(({ id }) => id.includes('/question/'))));
    const isEmptyIf = (id: string) => here.find('condition', id)?.role === 'if' && here.find('condition', id)?.script === null;
    for (const id of gone)
      if (!base.has(id) && !isEmptyIf(id) && !asked.includes(id)) this.wrong.push(`[I3] ${id} was only here and was removed`);
    for (const record of put) {
      const [m, b] = [here.at(record.id), base.at(record.id)];
      if (!m || asked.includes(m.id)) continue;
      for (const cell of cellsOf(m, record))
        if (isSent(m.kind, cell) && !sameCell(m.kind, cell, m, record) && !sameCell(m.kind, cell, b, m))
          this.wrong.push(`[I3] ${m.id} ${cell} was changed here and was overwritten`);
    }
  }

  /** [I7, I10] It stands in its row on the disk, and names nothing by an id that only we know. */
  leaves(asking: Asking): void {
    const row = this.#rows.sending;
    const { method, path, body } = asking;
    const isWritten =
      row && JSON.stringify([row.sending.method, row.sending.path, row.sending.body]) === JSON.stringify([method, path, body]);
    if (!isWritten || row.unknownSince !== null) this.wrong.push(`[I7] ${method} ${path} left without its row`);
    for (const { id } of this.#sides.seen.records()) this.known.add(id);
    const given = new Set([...this.known, ...this.#aliases().map(([id]) => id)]);
    for (const id of `${path} ${JSON.stringify(body ?? {})}`.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [])
      if (!given.has(id)) this.wrong.push(`[I10] ${method} ${path} names ${id}`);
    if (row?.sending.op.do === 'create') this.#created.set(asking, row.sending.op.id);
    const [change] = row?.sending.expected ?? [];
    if (row && change?.before && change.after)
      this.#left.set(asking, { record: change.after.id, before: change.before, after: change.after, isKnown: row.version !== null });
  }

  /** [I4] What it overwrites had been read, or it is reported in the end, unless it is refused. Only a first write cannot know. */
  arrives(asking: Asking): void {
    const left = this.#left.get(asking);
    const now = left && this.#sides.seen.at(left.record);
    if (!left || !now || !left.isKnown) return;
    const { before, after } = left;
    const isKnown = (cell: string) => [before, after, this.#ours.get(now.id)].some((each) => sameCell(now.kind, cell, each, now));
    for (const cell of cellsOf(before, after, now))
      if (!sameCell(now.kind, cell, before, after) && !isKnown(cell)) this.#overwrites.add(asking);
  }

  /** What somebody else has written over ours again is theirs. */
  elsewhere(): void {
    for (const id of this.#overwritten) {
      const [now, ours] = [this.#sides.seen.at(id), this.#ours.get(id)];
      if (now && ours && !sameContent(now, ours)) this.#overwritten.delete(id);
    }
  }

  /** What was written since the backup is gone, whoever wrote it. */
  restored(): void {
    this.#overwritten.clear();
  }

  /** [I4] What was overwritten unread and is not reported. */
  unreported(): string[] {
    const reported = new Set(this.#rows.overtaken.map(({ record }) => record));
    return [...this.#overwritten].filter((id) => !reported.has(id) && !reported.has(this.#rows.alias(id)));
  }

  did(asking: Asking, { status, json }: Answered): void {
    const local = this.#created.get(asking);
    const id = local !== undefined && status === 201 ? (json as { id: string }).id : this.#left.get(asking)?.record;
    if (local !== undefined && id !== undefined) this.#made.set(local, [...(this.#made.get(local) ?? []), id]);
    const left = this.#left.get(asking);
    if (left && status < 300 && this.#overwrites.has(asking)) this.#overwritten.add(left.record);
    const now = id === undefined ? undefined : this.#sides.seen.at(id);
    if (now) this.#ours.set(now.id, now);
  }

  /** [I5] Of what we made once there is one there; more only after the user was asked, about a twin or whether it was added. */
  strangers(): string[] {
    const { seen } = this.#sides;
    const ours = new Map(this.#aliases());
    return [...this.#made].flatMap(([local, ids]) => {
      // Two that say the same are as good as one another.
      const isAnother = (id: string) => ours.has(id) && ours.get(id) !== local;
      const there = ids.filter((id) => seen.has(id) && !this.twins.has(id) && !this.touched.has(id) && !isAnother(id));
      return there.length > 1 && !this.unsure.has(local) ? [`${local} is there as ${there.join(' and ')}`] : [];
    });
  }

  /** The ids that the remote gave, each with ours. */
  #aliases(): [string, string][] {
    const prefix = `${this.#hash}/alias/`;
    return this.#shelf.list(prefix).map(({ id, value }) => [String(value), id.slice(prefix.length)]);
  }
}
