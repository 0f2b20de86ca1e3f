/** What must never happen to a story on two sides, looked at while it lives: sentences on what did. */

import { fieldPathsOf, hasSameContent, isSameField, isSendable } from '../../../main/sync/plan/field-paths.ts';
import { SyncStore } from '../../../main/sync/store/sync-store.ts';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { RemoteRequest, RemoteResponse } from '../../fake-remote.ts';

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
  readonly #shelf: KeyValueStore;
  readonly #hash: string;
  readonly #rows: SyncStore;
  /** Of requests that have left: whether it was known what they overwrite. */
  readonly #left = new WeakMap<RemoteRequest, { record: string; before: AnyRecord; after: AnyRecord; isKnown: boolean }>();
  /** Of requests that have arrived: they would overwrite what nobody here has read. */
  readonly #overwrites = new WeakSet<RemoteRequest>();
  readonly #overwritten = new Set<string>();
  /** Creates by what they make here, and what became of them there. */
  readonly #created = new WeakMap<RemoteRequest, string>();
  readonly #made = new Map<string, string[]>();
  /** What was there right after a write of ours. */
  readonly #ours = new Map<string, AnyRecord>();

  constructor(sides: Sides, shelf: KeyValueStore, hash: string) {
    this.#sides = sides;
    this.#shelf = shelf;
    this.#hash = hash;
    this.#rows = new SyncStore(shelf, hash);
  }

  /** [I3] What is taken in neither removes what only we have nor overwrites what we changed, unless a question keeps it. */
  takesIn({ put, removedIds }: ReplaceRecordsCommand, beside: readonly KeyValueWrites[], base: Project): void {
    const { here } = this.#sides;
    const asked = JSON.stringify(beside.flatMap((each) => (each.put ?? []).filter(({ id }) => id.includes('/question/'))));
    const isEmptyIf = (id: string) => here.find('condition', id)?.role === 'if' && here.find('condition', id)?.script === null;
    for (const id of removedIds)
      if (!base.has(id) && !isEmptyIf(id) && !asked.includes(id)) this.wrong.push(`[I3] ${id} was only here and was removed`);
    for (const record of put) {
      const [m, b] = [here.get(record.id), base.get(record.id)];
      if (!m || asked.includes(m.id)) continue;
      for (const cell of fieldPathsOf(m, record))
        if (isSendable(m.kind, cell) && !isSameField(m.kind, cell, m, record) && !isSameField(m.kind, cell, b, m))
          this.wrong.push(`[I3] ${m.id} ${cell} was changed here and was overwritten`);
    }
  }

  /** [I7, I10] It stands in its row on the disk, and names nothing by an id that only we know. */
  leaves(asking: RemoteRequest): void {
    const row = this.#rows.pendingWrite;
    const { method, path, body } = asking;
    const isWritten =
      row && JSON.stringify([row.request.method, row.request.path, row.request.body]) === JSON.stringify([method, path, body]);
    if (!isWritten || row.unconfirmedSince !== null) this.wrong.push(`[I7] ${method} ${path} left without its row`);
    for (const { id } of this.#sides.seen.records()) this.known.add(id);
    const given = new Set([...this.known, ...this.#aliases().map(([id]) => id)]);
    for (const id of `${path} ${JSON.stringify(body ?? {})}`.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [])
      if (!given.has(id)) this.wrong.push(`[I10] ${method} ${path} names ${id}`);
    if (row?.request.operation.type === 'create') this.#created.set(asking, row.request.operation.id);
    const [change] = row?.request.expected ?? [];
    if (row && change?.before && change.after)
      this.#left.set(asking, { record: change.after.id, before: change.before, after: change.after, isKnown: row.version !== null });
  }

  /** [I4] What it overwrites had been read, or it is reported in the end, unless it is refused. Only a first write cannot know. */
  arrives(asking: RemoteRequest): void {
    const left = this.#left.get(asking);
    const now = left && this.#sides.seen.get(left.record);
    if (!left || !now || !left.isKnown) return;
    const { before, after } = left;
    const isKnown = (cell: string) => [before, after, this.#ours.get(now.id)].some((each) => isSameField(now.kind, cell, each, now));
    for (const cell of fieldPathsOf(before, after, now))
      if (!isSameField(now.kind, cell, before, after) && !isKnown(cell)) this.#overwrites.add(asking);
  }

  /** What somebody else has written over ours again is theirs. */
  elsewhere(): void {
    for (const id of this.#overwritten) {
      const [now, ours] = [this.#sides.seen.get(id), this.#ours.get(id)];
      if (now && ours && !hasSameContent(now, ours)) this.#overwritten.delete(id);
    }
  }

  /** What was written since the backup is gone, whoever wrote it. */
  restored(): void {
    this.#overwritten.clear();
  }

  /** [I4] What was overwritten unread and is not reported. */
  unreported(): string[] {
    const reported = new Set(this.#rows.overwriteReports('overwrite').map(({ recordId }) => recordId));
    return [...this.#overwritten].filter((id) => !reported.has(id) && !reported.has(this.#rows.resolveAlias(id)));
  }

  did(asking: RemoteRequest, { status, json }: RemoteResponse): void {
    const local = this.#created.get(asking);
    const id = local !== undefined && status === 201 ? (json as { id: string }).id : this.#left.get(asking)?.record;
    if (local !== undefined && id !== undefined) this.#made.set(local, [...(this.#made.get(local) ?? []), id]);
    const left = this.#left.get(asking);
    if (left && status < 300 && this.#overwrites.has(asking)) this.#overwritten.add(left.record);
    const now = id === undefined ? undefined : this.#sides.seen.get(id);
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
