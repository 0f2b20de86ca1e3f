/**
 * What a remote may be like beyond our own service: how it counts versions, what it makes of texts, what it tells besides, whose clock it goes by, and
 * that it can be restored from a backup. Laid around one project of a fake remote; nothing here goes wrong, that is `badly.ts`.
 */
import type { Command } from '../shared/commands.ts';
import type { AnyRecord } from '../shared/kinds/all.ts';
import { Project } from '../shared/project.ts';
import { textsOf, withText } from '../shared/references.ts';
import type { Answered, Asking, FakeRemote } from './fake-remote.ts';

export interface Personality {
  /** How often something goes wrong, from 0 to 1. */
  readonly faults: number;
  /** A write that changes nothing is a version of its own. */
  readonly bumps: boolean;
  /** What it keeps is not quite the text that it was sent. */
  readonly normalises: boolean;
  /** What it tells says the same in other words of HTML (G21). */
  readonly decorates: boolean;
  /** Fields that we do not know, in records and in answers. */
  readonly newFields: boolean;
  /** How the versionTime of an answer stands to the updatedAt of the list. */
  readonly times: 'agree' | 'ahead' | 'none';
  /** It is restored from a backup now and then, and its list then shows the time of the backup, or that of the restoring. */
  readonly restores: 'never' | 'old time' | 'new time';
}

export const plain: Personality = {
  faults: 0,
  bumps: false,
  normalises: false,
  decorates: false,
  newFields: false,
  times: 'agree',
  restores: 'never',
};

export function anyPersonality(random: () => number): Personality {
  const often = (chance: number) => random() < chance;
  const restores = often(0.15) ? (often(0.5) ? 'old time' : 'new time') : 'never';
  const times = often(0.3) ? (often(0.5) ? 'ahead' : 'none') : 'agree';
  return {
    faults: often(0.8) ? 0.3 : 0,
    bumps: often(0.3),
    normalises: often(0.25),
    decorates: often(0.25),
    newFields: often(0.3),
    times,
    restores,
  };
}

interface Backup {
  readonly records: readonly AnyRecord[];
  readonly version: number;
  readonly updatedAt: string;
}

export class OddRemote {
  /** By this name the mirror knows the project, whatever becomes of it. */
  readonly there: string;
  readonly #remote: FakeRemote;
  readonly #like: Personality;
  #hash: string;
  /** What it counts besides what the engine counts. */
  #ahead = 0;
  /** A time that the engine does not know, as long as the engine's own is `of`. */
  #shown: { readonly of: string; readonly time: string } | undefined;
  #backup: Backup;
  readonly #touched = new Map<string, number>();
  /** Requests that it does not take. */
  refuse: (asking: Asking) => boolean = () => false;
  /** How it tells a record. */
  tell: (record: AnyRecord) => AnyRecord = (record) => record;

  constructor(remote: FakeRemote, hash: string, like: Personality) {
    this.#remote = remote;
    this.#like = like;
    this.there = hash;
    this.#hash = hash;
    this.#backup = this.#state();
  }

  /** As it is; the same object as long as it was not restored. */
  get project(): Project {
    return this.#remote.engine.project(this.#hash);
  }

  /** As it tells. */
  get seen(): Project {
    return new Project(this.records());
  }

  records(): AnyRecord[] {
    return [...this.project.records()].map((record) => this.#told(record));
  }

  get updatedAt(): string {
    const { updatedAt } = this.#remote.engine.versionOf(this.#hash);
    return this.#shown?.of === updatedAt ? this.#shown.time : updatedAt;
  }

  /** Somebody else, somewhere else. */
  elsewhere(command: Command): readonly string[] {
    const { ids, versionTime } = this.#remote.engine.send(this.#hash, command, 'user');
    if (versionTime === null) return ids;
    for (const id of 'id' in command ? [...ids, command.id] : ids) this.#touched.set(id, (this.#touched.get(id) ?? 0) + 1);
    return ids;
  }

  async ask(asking: Asking): Promise<Answered> {
    const path = asking.path.replace(this.there, this.#hash);
    const { method, body } = asking;
    if (this.refuse(asking)) return { status: 409, json: { detail: 'No.' }, headers: new Headers() };
    const sent = this.#like.normalises ? deep(body, normalised) : body;
    const answered = await this.#remote.ask({ method, path, ...(sent !== undefined && { body: sent }) });
    return answered.status < 300 && method !== 'GET' ? { ...answered, json: this.#answer(answered.json) } : answered;
  }

  backUp(): void {
    this.#backup = this.#state();
  }

  /** Everything since the backup is as if it had not been, versions too. */
  restore(): void {
    const { records, version, updatedAt } = this.#backup;
    this.#remote.engine.remove(this.#hash);
    this.#hash = this.#remote.create(records);
    const now = this.#remote.engine.versionOf(this.#hash);
    this.#ahead = version - now.version;
    this.#shown = this.#like.restores === 'old time' ? { of: now.updatedAt, time: updatedAt } : undefined;
  }

  remove(): void {
    this.#remote.engine.remove(this.#hash);
  }

  #state(): Backup {
    const { version } = this.#remote.engine.versionOf(this.#hash);
    return { records: [...this.project.records()], version: version + this.#ahead, updatedAt: this.updatedAt };
  }

  #answer(json: unknown): unknown {
    if (typeof json !== 'object' || json === null || !('version' in json)) return json;
    const { version, newVersion, versionTime, ...rest } = json as {
      version: number;
      newVersion: number;
      versionTime: [string, string] | null;
    };
    const before = version + this.#ahead;
    let time = versionTime;
    if (this.#like.bumps && newVersion === version) {
      this.#ahead++;
      const of = this.#remote.engine.versionOf(this.#hash).updatedAt;
      const seconds = Math.floor(Date.parse(this.updatedAt) / 1000) + 1;
      this.#shown = { of, time: `${new Date(seconds * 1000).toISOString().slice(0, 19)}.000001Z` };
      time = [String(seconds), '0.000001'];
    }
    if (this.#like.times === 'ahead' && time) time = [String(Number(time[0]) + 1), time[1]];
    if (this.#like.times === 'none') time = null;
    const more = this.#like.newFields ? { trace: 'x', meta: { took: 3 } } : {};
    return { ...rest, ...more, version: before, newVersion: newVersion + this.#ahead, versionTime: time };
  }

  #told(record: AnyRecord): AnyRecord {
    let told = this.tell(record);
    if (this.#like.decorates)
      for (const text of textsOf(record)) if (text.rule.holds === 'rich') told = withText(told, text, decorated(text.text));
    const times = this.#touched.get(record.id);
    return this.#like.newFields && times !== undefined ? { ...told, extra: { ...told.extra, mood: { seen: times } } } : told;
  }
}

const normalised = (text: string): string => (text.startsWith('<p>') ? text.replaceAll('…', '...').replaceAll('Go on.', 'Go  on.') : text);
const decorated = (html: string): string =>
  html.replaceAll('<p>', '<p style="margin-left: 20px;">').replaceAll('<b>', '<strong>').replaceAll('</b>', '</strong>');

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => deep(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner, change)]));
}
