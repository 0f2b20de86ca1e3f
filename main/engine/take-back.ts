/**
 * Takes back what a journal row did, on the project as it is now: field by field and language by language, and only
 * where it still holds what that row set. Others' work is left alone; what is left is said.
 */
import type { ChangeSet } from '../../shared/changes.ts';
import type { Project } from '../../shared/project.ts';
import { dropInvalid } from './drop-invalid.ts';
import { Faults } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import { keepLanguagesInUse, withoutUnknownLanguages } from './languages-taken-back.ts';
import { elseStandsLast, makeRoom } from './places-taken-back.ts';
import { bringBack, freeCustomIds, nameOfRecord, reset } from './put-back.ts';
import { settleMentionsTakenBack } from './relabel.ts';
import { removable } from './removable.ts';
import { Stage } from './stage.ts';
import { settleTranslationsTakenBack } from './translations.ts';
import { validate } from './validate.ts';

export interface TakenBack {
  readonly changes: ChangeSet;
  /** Sentences on what could not be taken back. */
  readonly left: readonly string[];
}

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly type?: unknown;
}

/** Why a record may not be there again (`field` null), or may not have what it had in that field. undefined: it may. */
export type WhyNot = (record: Named, field: string | null) => string | undefined;

/** Its cost is that of the journal row, not of the project. */
export function takeBack(entries: readonly JournalEntry[], project: Project, whyNot: WhyNot = () => undefined): TakenBack {
  const stage = new Stage(project);
  const left: string[] = [];
  for (const entry of entries) {
    if ('gone' in entry) {
      const why = whyNot(entry.gone, null);
      if (why === undefined) bringBack(entry.gone, stage, left);
      else left.push(`${nameOfRecord(entry.gone)} cannot come back: ${why}.`);
    } else if ('was' in entry) reset(permitted(entry, whyNot, left), stage, left);
  }
  const made = entries.flatMap((entry) => ('made' in entry ? [entry.made] : []));
  for (const id of removable(made, stage, left)) stage.remove(id);
  keepLanguagesInUse(stage, left);
  withoutUnknownLanguages(stage);
  freeCustomIds(stage, left);
  dropInvalid(stage, left);
  makeRoom(stage);
  elseStandsLast(stage);
  settleMentionsTakenBack(stage);
  settleTranslationsTakenBack(stage, entries);
  const faults = new Faults();
  validate(stage, faults);
  faults.tell();
  return { changes: stage.changes(), left };
}

type Changed = Extract<JournalEntry, { was: unknown }>;

function permitted(entry: Changed, whyNot: WhyNot, left: string[]): Changed {
  const refused = new Set<string>();
  for (const field of new Set([...Object.keys(entry.was), ...Object.keys(entry.now)])) {
    const why = whyNot(entry, field);
    if (why === undefined) continue;
    refused.add(field);
    left.push(`${field} ${why}.`);
  }
  const rest = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).filter(([field]) => !refused.has(field)));
  return refused.size === 0 ? entry : { ...entry, was: rest(entry.was), now: rest(entry.now) };
}
