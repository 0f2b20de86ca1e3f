/** Which of the records that a step made may go again when the step is taken back. */
import { same } from '../../shared/changes.ts';
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import { parentOf } from '../../shared/project.ts';
import { targetsOf } from '../../shared/references.ts';
import { nameOfRecord } from './put-back.ts';
import type { Stage } from './stage.ts';

/**
 * The ids of those that are still as they were made and that nobody else has come to need. What was made inside of one
 * that stays, stays with it (a branch keeps its conditions), and so does what one that stays refers to.
 */
export function removable(made: readonly AnyRecord[], stage: Stage, left: string[]): ReadonlySet<string> {
  const going = new Map(made.flatMap((record) => (same(stage.project.at(record.id), record) ? [[record.id, record] as const] : [])));
  const inside = Map.groupBy(going.values(), homeOf);
  const staying: AnyRecord[] = [];
  const keep = (record: AnyRecord | undefined) => {
    if (!record || !going.delete(record.id)) return;
    left.push(`${nameOfRecord(record)} is used by something newer and stays.`);
    staying.push(record);
  };
  const keepWhatTheyNeed = () => {
    for (let record = staying.pop(); record; record = staying.pop()) {
      for (const target of targetsOf(record)) keep(going.get(target));
      for (const held of inside.get(record.id) ?? []) keep(held);
    }
  };

  for (const record of made) {
    if (going.has(record.id) || !stage.project.has(record.id)) continue;
    left.push(`${nameOfRecord(record)} has been changed since and stays.`);
    for (const held of inside.get(record.id) ?? []) keep(held);
  }
  for (const record of [...going.values()]) if (isNeeded(record.id, going, stage)) keep(record);
  keepWhatTheyNeed();
  keep(lastPlayable(going, stage));
  keepWhatTheyNeed();
  return new Set(going.keys());
}

/** A board that may not go because no other playable one would be left ([Boards] the last playable board stays). */
function lastPlayable(going: ReadonlyMap<string, AnyRecord>, stage: Stage): AnyRecord | undefined {
  const playable = (record: AnyRecord | undefined) => record?.kind === 'board' && record.type === 'board';
  const candidate = [...going.values()].find(playable);
  if (!candidate) return undefined;
  for (const { id } of stage.project.all('board')) if (!going.has(id) && playable(stage.at(id))) return undefined;
  for (const record of stage.puts()) if (!going.has(record.id) && playable(record)) return undefined;
  return candidate;
}

/** Whether something that stays refers to it, as it will be after this. */
function isNeeded(id: string, going: ReadonlyMap<string, unknown>, stage: Stage): boolean {
  for (const holderId of stage.project.holdersOf(id)) {
    const holder = going.has(holderId) ? undefined : stage.at(holderId);
    if (holder) for (const target of targetsOf(holder)) if (target === id) return true;
  }
  return false;
}

const homeOf = (record: AnyRecord): string | null => parentOf(record, kindNamed(record.kind).orders[0]?.by ?? null);
