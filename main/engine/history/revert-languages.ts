/** The languages of a project when a step is taken back that added or removed some. */
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';
import { localizedFieldsOf, removeLanguage, usesLanguage } from '../decide/record-languages.ts';

/** A language that others have written in since it was added stays. */
export function retainUsedLanguages(stage: ProjectDraft, left: string[]): void {
  const now = stage.project.projectRecord;
  const after = stage.find('project', PROJECT_RECORD_ID);
  if (!after || after.locales === now.locales) return;
  const lost = now.locales.filter(({ iso }) => !after.locales.some((each) => each.iso === iso));
  if (lost.length === 0) return;
  for (const record of stage.project.records())
    if (lost.some(({ iso }) => usesLanguage(stage.get(record.id), iso))) {
      left.push('A language is in use and stays.');
      stage.put({ ...after, locales: now.locales });
      return;
    }
}

/** What comes back has no texts in languages that the project does not have (any more). */
export function removeUnknownLanguages(stage: ProjectDraft): void {
  const known = new Set(stage.find('project', PROJECT_RECORD_ID)?.locales.map(({ iso }) => iso));
  for (const record of [...stage.writtenRecords()]) {
    let kept = record;
    for (const field of localizedFieldsOf(record))
      for (const iso of Object.keys(record[field] ?? {})) if (!known.has(iso)) kept = removeLanguage(kept, iso);
    if (kept !== record) stage.put(kept);
  }
}
