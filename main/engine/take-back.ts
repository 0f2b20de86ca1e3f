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
import { bringBack, freeCustomIds, reset } from './put-back.ts';
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

/** Its cost is that of the journal row, not of the project. */
export function takeBack(entries: readonly JournalEntry[], project: Project): TakenBack {
  const stage = new Stage(project);
  const left: string[] = [];
  for (const entry of entries) {
    if ('gone' in entry) bringBack(entry.gone, stage, left);
    else if ('was' in entry) reset(entry, stage, left);
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
