/** The languages of a project when a step is taken back that added or removed some. */
import { PROJECT } from '../../shared/kinds/project.ts';
import { languageFields, usesLanguage, withoutLanguage } from './languages.ts';
import type { Stage } from './stage.ts';

/** A language that others have written in since it was added stays. */
export function keepLanguagesInUse(stage: Stage, left: string[]): void {
  const now = stage.project.root;
  const after = stage.find('project', PROJECT);
  if (!after || after.locales === now.locales) return;
  const lost = now.locales.filter(({ iso }) => !after.locales.some((each) => each.iso === iso));
  if (lost.length === 0) return;
  for (const record of stage.project.records())
    if (lost.some(({ iso }) => usesLanguage(stage.at(record.id), iso))) {
      left.push('A language is in use and stays.');
      stage.put({ ...after, locales: now.locales });
      return;
    }
}

/** What comes back has no texts in languages that the project does not have (any more). */
export function withoutUnknownLanguages(stage: Stage): void {
  const known = new Set(stage.find('project', PROJECT)?.locales.map(({ iso }) => iso));
  for (const record of [...stage.puts()]) {
    let kept = record;
    for (const field of languageFields(record))
      for (const iso of Object.keys(record[field] ?? {})) if (!known.has(iso)) kept = withoutLanguage(kept, iso);
    if (kept !== record) stage.put(kept);
  }
}
