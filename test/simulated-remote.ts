/**
 * Variations of a remote beyond our own service: how it counts versions, how it normalizes texts, additional fields, clock differences, and
 * restored backups. Wraps one project of a fake remote. It causes no faults; faulty-remote.ts does.
 */
import { assignEntryIds } from '../main/sync/plan/plan-sync.ts';
import type { Command } from '../shared/model/commands.ts';
import type { AnyRecord } from '../shared/model/kinds/kinds.ts';
import { Project } from '../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../shared/model/references.ts';
import type { FakeRemote, RemoteRequest, RemoteResponse } from './fake-remote.ts';

export interface RemoteBehavior {
  /** Probabilities from 0 to 1. */
  readonly faultRate: number;
  /** A write that changes nothing increases the version. */
  readonly bumpsVersionWithoutChange: boolean;
  /** It stores texts in a slightly different form than it received them. */
  readonly normalizesTexts: boolean;
  /** It returns equivalent HTML (G21) in a different form. */
  readonly decoratesHtml: boolean;
  /** Unknown fields in records and in responses. */
  readonly addsUnknownFields: boolean;
  /** How the versionTime of a response relates to the updatedAt of the list. */
  readonly versionTimes: 'agree' | 'ahead' | 'none';
  /** It is restored from a backup now and then, and its list then shows the time of the backup, or that of the restoring. */
  readonly backupRestores: 'never' | 'old time' | 'new time';
  /** Reads of the whole project contain no ids of component attachments, like an export. */
  readonly hidesAttachmentIds: boolean;
}

export const defaultBehavior: RemoteBehavior = {
  faultRate: 0,
  bumpsVersionWithoutChange: false,
  normalizesTexts: false,
  decoratesHtml: false,
  addsUnknownFields: false,
  versionTimes: 'agree',
  backupRestores: 'never',
  hidesAttachmentIds: false,
};

export function randomBehavior(random: () => number): RemoteBehavior {
  const often = (chance: number) => random() < chance;
  const eitherOf = <T>(chance: number, one: T, other: T, usual: T): T => {
    if (!often(chance)) return usual;
    return often(0.5) ? one : other;
  };
  const backupRestores = eitherOf(0.15, 'old time' as const, 'new time', 'never');
  const versionTimes = eitherOf(0.3, 'ahead' as const, 'none', 'agree');
  return {
    faultRate: often(0.8) ? 0.3 : 0,
    bumpsVersionWithoutChange: often(0.3),
    normalizesTexts: often(0.25),
    decoratesHtml: often(0.25),
    addsUnknownFields: often(0.3),
    versionTimes,
    backupRestores,
    hidesAttachmentIds: often(0.5),
  };
}

interface Backup {
  readonly records: readonly AnyRecord[];
  readonly version: number;
  readonly updatedAt: string;
}

export class SimulatedRemote {
  /** The hash under which the client finds the project, even after it was restored. */
  readonly remoteHash: string;
  readonly #remote: FakeRemote;
  readonly #like: RemoteBehavior;
  #hash: string;
  /** Versions that it counts in addition to those of the engine. */
  #ahead = 0;
  /** An updatedAt that differs from the engine's, valid while the engine's own is `of`. */
  #shown: { readonly of: string; readonly time: string } | undefined;
  #backup: Backup;
  readonly #touched = new Map<string, number>();
  /** Requests that it rejects. */
  rejects: (asking: RemoteRequest) => boolean = () => false;
  /** (I39) Requests that it answers as if it had applied them. */
  ignores: (asking: RemoteRequest) => boolean = () => false;
  /** How it returns a record. */
  presentRecord: (record: AnyRecord) => AnyRecord = (record) => record;

  constructor(remote: FakeRemote, hash: string, like: RemoteBehavior) {
    this.#remote = remote;
    this.#like = like;
    this.remoteHash = hash;
    this.#hash = hash;
    this.#backup = this.#state();
  }

  /** The current engine project; the same object until the project is restored. */
  get project(): Project {
    return this.#remote.engine.getProject(this.#hash);
  }

  /** The project as it is returned to clients. */
  get visibleProject(): Project {
    return new Project(this.records());
  }

  records(): AnyRecord[] {
    return [...this.project.records()].map((record) => this.#decorated(record));
  }

  /** The records as a read returns them; `base` names the attachments whose ids were looked up before. */
  readableRecords(base: Project): AnyRecord[] {
    if (!this.#like.hidesAttachmentIds) return this.records();
    const shownIds = new Map<string, string>();
    for (const { id: element } of this.project.recordsOfKind('element')) {
      const [attachments, known] = [this.project, base].map((each) =>
        each.children('componentAttachment', element, 'components').map(({ id, componentId }) => ({ id, target: componentId })),
      );
      const targets = (attachments ?? []).map(({ target }) => target);
      for (const [at, id] of assignEntryIds(element, targets, known ?? []).entries()) shownIds.set(attachments?.[at]?.id ?? '', id);
    }
    return this.records().map((record) => ({ ...record, id: shownIds.get(record.id) ?? record.id }));
  }

  get updatedAt(): string {
    const { updatedAt } = this.#remote.engine.getVersion(this.#hash);
    return this.#shown?.of === updatedAt ? this.#shown.time : updatedAt;
  }

  /** A write by another user. */
  changeElsewhere(command: Command): readonly string[] {
    const { ids, versionTime } = this.#remote.engine.execute(this.#hash, command, 'user');
    if (versionTime === null) return ids;
    for (const id of 'id' in command ? [...ids, command.id] : ids) this.#touched.set(id, (this.#touched.get(id) ?? 0) + 1);
    return ids;
  }

  async request(asking: RemoteRequest): Promise<RemoteResponse> {
    const path = asking.path.replace(this.remoteHash, this.#hash);
    const { method, body } = asking;
    if (this.rejects(asking)) return { status: 409, json: { detail: 'No.' }, headers: new Headers() };
    if (method !== 'GET' && this.ignores(asking)) return { status: 200, json: this.#pretend(), headers: new Headers() };
    const sent = this.#like.normalizesTexts ? mapTexts(body, normalizeText) : body;
    const answered = await this.#remote.request({ method, path, ...(sent !== undefined && { body: sent }) });
    return answered.status < 300 && method !== 'GET' ? { ...answered, json: this.#answer(answered.json) } : answered;
  }

  /** Sets its clock back, and changes nothing else. */
  setClockBack(): void {
    const of = this.#remote.engine.getVersion(this.#hash).updatedAt;
    this.#shown = { of, time: this.updatedAt.replace(/^\d{4}/, (year) => String(Number(year) - 1)) };
  }

  backUp(): void {
    this.#backup = this.#state();
  }

  /** Discards everything since the backup, including versions. */
  restore(): void {
    const { records, version, updatedAt } = this.#backup;
    this.#remote.engine.removeProject(this.#hash);
    this.#hash = this.#remote.createProject(records);
    const now = this.#remote.engine.getVersion(this.#hash);
    this.#ahead = version - now.version;
    this.#shown = this.#like.backupRestores === 'old time' ? { of: now.updatedAt, time: updatedAt } : undefined;
  }

  remove(): void {
    this.#remote.engine.removeProject(this.#hash);
  }

  #state(): Backup {
    const { version } = this.#remote.engine.getVersion(this.#hash);
    return { records: [...this.project.records()], version: version + this.#ahead, updatedAt: this.updatedAt };
  }

  /** The answer to a write that is not applied. */
  #pretend(): unknown {
    const { version } = this.#state();
    const versionTime = this.#bumpVersion();
    return { id: 'never-created', version, newVersion: version + 1, versionTime };
  }

  /** Counts a version in which nothing has changed. Returns its time. */
  #bumpVersion(): [string, string] {
    this.#ahead++;
    const of = this.#remote.engine.getVersion(this.#hash).updatedAt;
    const seconds = Math.floor(Date.parse(this.updatedAt) / 1000) + 1;
    this.#shown = { of, time: `${new Date(seconds * 1000).toISOString().slice(0, 19)}.000001Z` };
    return [String(seconds), '0.000001'];
  }

  #answer(json: unknown): unknown {
    if (typeof json !== 'object' || json === null || !('version' in json)) return json;
    const { version, newVersion, versionTime, ...rest } = json as {
      version: number;
      newVersion: number;
      versionTime: [string, string] | null;
    };
    const before = version + this.#ahead;
    const isBumped = this.#like.bumpsVersionWithoutChange && newVersion === version;
    let time = isBumped ? this.#bumpVersion() : versionTime;
    if (this.#like.versionTimes === 'ahead' && time) time = [String(Number(time[0]) + 1), time[1]];
    if (this.#like.versionTimes === 'none') time = null;
    const more = this.#like.addsUnknownFields ? { trace: 'x', meta: { took: 3 } } : {};
    return { ...rest, ...more, version: before, newVersion: newVersion + this.#ahead, versionTime: time };
  }

  #decorated(record: AnyRecord): AnyRecord {
    let decorated = this.presentRecord(record);
    if (this.#like.decoratesHtml)
      for (const text of textsOfRecord(record))
        if (text.rule.format === 'rich') decorated = replaceText(decorated, text, decorateHtml(text.text));
    // Two attachments of one component cannot be told apart while their ids are hidden.
    const isHidden = this.#like.hidesAttachmentIds && record.kind === 'componentAttachment';
    const times = isHidden ? undefined : this.#touched.get(record.id);
    return this.#like.addsUnknownFields && times !== undefined
      ? { ...decorated, extra: { ...decorated.extra, mood: { visibleProject: times } } }
      : decorated;
  }
}

/** As a remote that normalizes texts stores them, whatever the form in which it has returned them before. */
export const normalizeTexts = <T>(value: T): T => mapTexts(value, (text) => normalizeText(text.replaceAll(decoratedParagraph, '<p>'))) as T;

const normalizeText = (text: string): string =>
  text.startsWith('<p>') ? text.replaceAll('…', '...').replaceAll('Go on.', 'Go  on.') : text;
const decoratedParagraph = '<p style="margin-left: 20px;">';
const decorateHtml = (html: string): string =>
  html.replaceAll('<p>', decoratedParagraph).replaceAll('<b>', '<strong>').replaceAll('</b>', '</strong>');

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
