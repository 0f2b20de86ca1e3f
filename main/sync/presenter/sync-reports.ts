/** What is to be told once: changes that were refused, may have overwritten others, go by another name, or could not be taken in. */
import { z } from 'zod';
import type { SyncReport } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { syncReportMessages as says } from '../../../shared/messages/en/sync.ts';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';
import { describeRecord, recordTitle } from '../project/record-title.ts';
import type { SyncRunner } from '../project/sync-runner.ts';
import type { SyncStoreEntry } from '../store/sync-store.ts';

/** Since when a report is known, and whether it was seen. Kept as long as what it tells of. */
const reportStateSchema = z.object({ at: z.string(), seen: z.boolean() });

interface ReportDraft extends Pick<SyncReport, 'reason' | 'record' | 'message' | 'localValue' | 'remoteValue'> {
  readonly id: string;
  readonly kind: KindName | null;
  readonly title: string;
}

export interface ReportSources {
  readonly hash: string;
  readonly remote: string;
  readonly runner: SyncRunner;
  readonly files: Pick<ProjectFileSync, 'refused'>;
  /** Opened only where there is something to tell. */
  readonly project: () => Project;
}

/** Everything that there is to tell, seen or not. */
function collectReports({ runner, files, project: open, remote }: ReportSources): ReportDraft[] {
  const of = (record: string) => {
    const project = open();
    const known = project.get(runner.store.resolveAlias(record)) ?? project.get(record);
    const title = recordTitle(known, project);
    return { record, kind: known?.kind ?? null, title, called: known ? describeRecord(known.kind, title) : 'something that is gone' };
  };
  const make = (
    id: string,
    reason: ReportDraft['reason'],
    record: string,
    says: (called: string) => string,
    values: Pick<ReportDraft, 'localValue' | 'remoteValue'>,
  ): ReportDraft => {
    const { called, ...about } = of(record);
    return { id, reason, message: says(called), ...about, ...values };
  };
  const nothing = { localValue: null, remoteValue: null };
  return [
    ...runner.rejectedWrites.map(({ record, request, why }) =>
      make(
        `refused/${record} ${shortHash(request + why)}`,
        'refused',
        record,
        (called) => says.changeRejected(called, remote, why),
        nothing,
      ),
    ),
    ...[...files.refused].map(([record, why]) =>
      make(`file/${record} ${shortHash(why)}`, 'refused', record, (called) => says.fileRejected(called, why), nothing),
    ),
    ...runner.store.overwriteReports.map(({ record, before, sent }) =>
      make(`overtaken/${record}`, 'overtaken', record, (called) => says.overwritten(called, remote), {
        localValue: sent,
        remoteValue: before,
      }),
    ),
    ...runner.store.conflicts
      .filter(({ why }) => why === 'renamed')
      .map(({ id, record, mine: localValue, theirs: remoteValue }) =>
        make(`renamed/${id}`, 'renamed', record, (called) => says.renamed(called, remote), { localValue, remoteValue }),
      ),
    ...[...runner.invalidRecords].map(([record, why]) =>
      make(`trouble/${record} ${shortHash(why)}`, 'cannot take in', record, () => says.skipped(remote, why), nothing),
    ),
  ];
}

/** What has not been seen, oldest first; new ones are written down with their time. `now` in microseconds. */
export function unseenReports(of: ReportSources, now: number): SyncReport[] {
  const { store } = of.runner;
  const all = collectReports(of).map((each) => ({ ...each, told: reportStateSchema.safeParse(store.get(`told/${each.id}`)).data }));
  const fresh = all.filter((each) => !each.told);
  const at = formatIsoTime(now);
  if (fresh.length > 0) store.write(fresh.map(({ id }): SyncStoreEntry => ({ id: `told/${id}`, value: { at, seen: false } })));
  return all
    .filter((each) => !each.told?.seen)
    .map(({ told: known, id, ...shown }) => ({ ...shown, id: `${of.hash}/${id}`, hash: of.hash, at: known?.at ?? at }))
    .sort((one, two) => (one.at < two.at ? -1 : one.at > two.at ? 1 : one.id < two.id ? -1 : 1));
}

/** What tells of something that is over goes with it; the rest is known as seen. */
export function reportSeenEntries(id: string, at: string): SyncStoreEntry[] {
  const [kind, ...rest] = id.split('/');
  const of = rest.join('/');
  if (kind === 'overtaken')
    return [
      { id: `overtaken/${of}`, value: null },
      { id: `told/${id}`, value: null },
    ];
  if (kind === 'renamed')
    return [
      { id: `question/${of}`, value: null },
      { id: `told/${id}`, value: null },
    ];
  return [{ id: `told/${id}`, value: { at, seen: true } }];
}

/** A short name for a text: that two have one only hides a second report. */
function shortHash(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return (sum >>> 0).toString(36);
}
