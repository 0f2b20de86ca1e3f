/**
 * What the mirror of one project keeps on the disk, beside the project itself. Everything that belongs together is written in one
 * transaction: with a command of the engine where there is one, else in one put. A row that is no more is null.
 */
import type { Take } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import { Project } from '../../../shared/project.ts';
import type { Shelf, ShelfWrites } from '../../../shared/shelf.ts';
import type { Merged } from '../plan/merge.ts';
import type { Question } from '../plan/question.ts';
import type { MirroredProject } from './mirrored-project.ts';
import type { Row, Watch } from './outbox.ts';

export const mirrorShelf = 'mirror';

/** Where we are with the remote. */
export interface Standing {
  /** The project's hash there. */
  readonly there: string;
  /** After our last acknowledged write. */
  readonly version: number | null;
  /** As the project list showed it before the last read, or when it had our last write. */
  readonly updatedAt: string | null;
  /** As the list itself showed it last; `updatedAt` may come from an answer. */
  readonly listed?: string | null;
  /** The base is all of theirs as it was at `updatedAt`: nothing is in question, so that a restart need not read it. */
  readonly whole?: boolean;
  /** At this version here there was nothing to take in, to ask or to send. */
  readonly rest?: number | null;
}

/** A write that the remote refused: as long as it would be the same, it is not sent again. */
export interface Refusal {
  readonly record: string;
  readonly request: string;
  readonly why: string;
  readonly row?: Row;
  readonly state?: string;
}

/** Of a write that overtook another: what we knew, and what we sent. */
export interface Overtaken {
  readonly record: string;
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}

export type Entry = { readonly id: string; readonly value: unknown };

export class Rows {
  readonly #shelf: Shelf;
  readonly #hash: string;
  #base: Map<string, AnyRecord> | undefined;
  #project: Project | undefined;

  constructor(shelf: Shelf, hash: string) {
    this.#shelf = shelf;
    this.#hash = hash;
  }

  /** A row of whoever runs the mirror. */
  get(id: string): unknown {
    return this.#get(id);
  }

  get standing(): Standing | undefined {
    return this.#get<Standing>('standing');
  }

  /** Where we are; there must be one. */
  get mirrored(): Standing {
    const { standing } = this;
    if (!standing) throw new Error(`${this.#hash} is not mirrored`);
    return standing;
  }

  /** The base is no longer all of theirs, and there is something to do. */
  get unsettled(): Entry {
    return { id: 'standing', value: { ...this.mirrored, whole: false, rest: null } };
  }

  get sending(): Row | undefined {
    return this.#get<Row>('sending');
  }

  get questions(): Question[] {
    return this.#all<Question>('question/');
  }

  get refusals(): Refusal[] {
    return this.#all<Refusal>('refused/');
  }

  forgetRefusals(): Entry[] {
    return this.#shelf
      .list(`${this.#hash}/refused/`)
      .flatMap(({ id, value }) => (value === null ? [] : [{ id: id.slice(this.#hash.length + 1), value: null }]));
  }

  get overtaken(): Overtaken[] {
    return this.#all<Overtaken>('overtaken/');
  }

  /** Of writes that were found done: they overtook another, or not; the next answer tells. */
  get doubts(): Overtaken[] {
    return this.#all<Overtaken>('doubt/');
  }

  /** Of the first writes after reads: the next read tells whether somebody was at the same record. */
  get firsts(): Overtaken[] {
    return this.#all<Overtaken>('first/');
  }

  get watches(): Watch[] {
    return this.#all<Watch>('watch/');
  }

  /** Creates that may be there and cannot be told: not sent until the user has said. */
  get unsure(): Row[] {
    return this.#all<Row>('unsure/');
  }

  /** By which id the remote has it, whoever was told the old one. */
  alias(id: string): string {
    return this.#get<string>(`alias/${id}`) ?? id;
  }

  get base(): Project {
    this.#base ??= new Map(this.#all<AnyRecord>('base/').map((record) => [record.id, record]));
    this.#project ??= new Project(this.#base.values());
    return this.#project;
  }

  /** To be laid beside the end of the mirror, or of the project. */
  removal(): ShelfWrites {
    return { shelf: mirrorShelf, remove: this.#shelf.list(`${this.#hash}/`).map(({ id }) => id) };
  }

  /** Entries as what goes beside a command. */
  beside(entries: readonly Entry[]): ShelfWrites[] {
    return [{ shelf: mirrorShelf, put: entries.map(({ id, value }) => ({ id: `${this.#hash}/${id}`, value })) }];
  }

  write(entries: readonly Entry[]): void {
    for (const { put = [] } of this.beside(entries)) this.#shelf.put(put);
    this.took(entries);
  }

  /** Records, base and what belongs to them in one transaction. */
  commit(local: MirroredProject, command: Take, entries: readonly Entry[]): void {
    const empty = command.renamed.length + command.put.length + command.gone.length === 0;
    const written = !empty && local.take(command, this.beside(entries)).versionTime !== null;
    if (written) this.took(entries);
    else this.write(entries);
  }

  /** The entries are on the disk: what is held in memory follows. */
  took(entries: readonly Entry[]): void {
    for (const { id, value } of entries) {
      if (!id.startsWith('base/') || !this.#base) continue;
      const record = id.slice('base/'.length);
      const before = this.#base.get(record);
      if (value === null) this.#base.delete(record);
      else this.#base.set(record, value as AnyRecord);
      const after = this.#base.get(record);
      if (before || after) this.#project?.apply([{ before, after } as { before: AnyRecord; after: AnyRecord }]);
    }
  }

  #get<T>(id: string): T | undefined {
    return (this.#shelf.get(`${this.#hash}/${id}`) as T | null | undefined) ?? undefined;
  }

  #all<T>(prefix: string): T[] {
    return this.#shelf.list(`${this.#hash}/${prefix}`).flatMap(({ value }) => (value === null ? [] : [value as T]));
  }
}

export const baseEntries = ({ put, gone }: Merged['base']): Entry[] => [
  ...put.map((record) => ({ id: `base/${record.id}`, value: record })),
  ...gone.map((id) => ({ id: `base/${id}`, value: null })),
];

/** The base after the remote was restored from a backup: what there was is known, but not what was agreed on about it. */
export function nothingAgreed(base: Project): Entry[] {
  const put = [...base.records()].map(({ kind, id, locales, roots }) =>
    kind === PROJECT ? { kind, id, rank: '', locales, roots } : { kind, id, rank: '' },
  );
  return baseEntries({ put: put as AnyRecord[], gone: [] });
}
