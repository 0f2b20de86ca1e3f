/** What cannot stand again when a step is taken back (its parent is gone, its name is taken) stays as it is. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';
import { validateRecord } from '../decide/validate-draft.ts';
import { describeRecord } from './revert-records.ts';

/** Again until nothing is left out: what needs something that stays away stays away too. */
export function dropInvalidRecords(stage: ProjectDraft, left: string[]): void {
  for (let again = true; again; ) {
    again = false;
    const taken = new Map<string, string>();
    for (const record of [...stage.writtenRecords()]) {
      const why = invalidReason(record, stage, taken);
      if (why === undefined) continue;
      left.push(`${describeRecord(record)} cannot come back: ${why}.`);
      const before = stage.project.get(record.id);
      if (before) stage.put(before);
      else stage.remove(record.id);
      again = true;
    }
  }
}

function invalidReason(record: AnyRecord, stage: ProjectDraft, taken: Map<string, string>): string | undefined {
  if (record === stage.project.get(record.id)) return undefined;
  const lost = [...referencesOf(record)].find(({ targetId, rule }) => !rule.targetKinds.includes(stage.get(targetId)?.kind ?? ''));
  return lost ? `its ${lost.valuePath} is gone` : validateRecord(record, stage, taken).firstMessage;
}
