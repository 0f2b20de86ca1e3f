/** What is to be told once: changes that were refused, may have overwritten others, go by another name, or could not be taken in. */
import { z } from 'zod';
import type { KindName } from '../../../shared/kinds/all.ts';
import type { MirrorReport } from '../../../shared/mirror.ts';
import type { Project } from '../../../shared/project.ts';
import { reportSentences as says } from '../../../shared/words/en/mirror.ts';
import { isoTime } from '../../../shared/world.ts';
import type { Loop } from '../loop/loop.ts';
import type { Entry } from '../loop/rows.ts';
import { calledIn, titleOf } from './title-of.ts';
import type { FilesBeside } from './workspace.ts';

/** Since when a report is known, and whether it was seen. Kept as long as what it tells of. */
const told = z.object({ at: z.string(), seen: z.boolean() });

interface Found extends Pick<MirrorReport, 'why' | 'record' | 'sentence' | 'mine' | 'theirs'> {
  readonly id: string;
  readonly kind: KindName | null;
  readonly title: string;
}

export interface ReportsOf {
  readonly hash: string;
  readonly remote: string;
  readonly loop: Loop;
  readonly files: Pick<FilesBeside, 'refused'>;
  /** Opened only where there is something to tell. */
  readonly project: () => Project;
}

/** Everything that there is to tell, seen or not. */
function found({ loop, files, project: open, remote }: ReportsOf): Found[] {
  const of = (record: string) => {
    const project = open();
    const known = project.at(loop.rows.alias(record)) ?? project.at(record);
    const title = titleOf(known, project);
    return { record, kind: known?.kind ?? null, title, called: known ? calledIn(known.kind, title) : 'something that is gone' };
  };
  const make = (
    id: string,
    why: Found['why'],
    record: string,
    says: (called: string) => string,
    values: Pick<Found, 'mine' | 'theirs'>,
  ): Found => {
    const { called, ...about } = of(record);
    return { id, why, sentence: says(called), ...about, ...values };
  };
  const nothing = { mine: null, theirs: null };
  return [
    ...loop.refused.map(({ record, request, why }) =>
      make(`refused/${record} ${shortOf(request + why)}`, 'refused', record, (called) => says.changeNotTaken(called, remote, why), nothing),
    ),
    ...[...files.refused].map(([record, why]) =>
      make(`file/${record} ${shortOf(why)}`, 'refused', record, (called) => says.fileNotTaken(called, why), nothing),
    ),
    ...loop.rows.overtaken.map(({ record, before, sent }) =>
      make(`overtaken/${record}`, 'overtaken', record, (called) => says.overtaken(called, remote), { mine: sent, theirs: before }),
    ),
    ...loop.rows.questions
      .filter(({ why }) => why === 'renamed')
      .map(({ id, record, mine, theirs }) =>
        make(`renamed/${id}`, 'renamed', record, (called) => says.renamed(called, remote), { mine, theirs }),
      ),
    ...[...loop.troubles].map(([record, why]) =>
      make(`trouble/${record} ${shortOf(why)}`, 'cannot take in', record, () => says.leftOut(remote, why), nothing),
    ),
  ];
}

/** What has not been seen, oldest first; new ones are written down with their time. `now` in microseconds. */
export function reportsOf(of: ReportsOf, now: number): MirrorReport[] {
  const { rows } = of.loop;
  const all = found(of).map((each) => ({ ...each, told: told.safeParse(rows.get(`told/${each.id}`)).data }));
  const fresh = all.filter((each) => !each.told);
  const at = isoTime(now);
  if (fresh.length > 0) rows.write(fresh.map(({ id }): Entry => ({ id: `told/${id}`, value: { at, seen: false } })));
  return all
    .filter((each) => !each.told?.seen)
    .map(({ told: known, id, ...shown }) => ({ ...shown, id: `${of.hash}/${id}`, hash: of.hash, at: known?.at ?? at }))
    .sort((one, two) => (one.at < two.at ? -1 : one.at > two.at ? 1 : one.id < two.id ? -1 : 1));
}

/** What tells of something that is over goes with it; the rest is known as seen. */
export function seenEntries(id: string, at: string): Entry[] {
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
function shortOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return (sum >>> 0).toString(36);
}
