/** The records of a first read as a project: what is faulty is left out, with what cannot be without it, and nothing else (I20). */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { cascadeIds } from '../plan/merge-removals.ts';

/** Tries of leaving out; what is left out may make others faulty. */
const maxAttempts = 20;

/** Answers whether all of it was taken. Throws the Problem of `create` where leaving out does not help. */
export function createValidRecords(records: readonly AnyRecord[], create: (sound: readonly AnyRecord[], whole: boolean) => void): boolean {
  let sound = [...records];
  for (let attempt = 0; ; attempt++) {
    try {
      create(sound, sound.length === records.length);
      return sound.length === records.length;
    } catch (error) {
      const faulty = attempt < maxAttempts ? invalidIdsIn(error, sound) : [];
      if (faulty.length === 0) throw error;
      const project = new Project(sound);
      const out = new Set(faulty.flatMap((id) => [...cascadeIds(id, project)]));
      sound = sound.filter(({ id }) => !out.has(id));
    }
  }
}

/** Paths begin with the plural of the kind and the id. The project itself cannot be left out. */
function invalidIdsIn(error: unknown, records: readonly AnyRecord[]): string[] {
  if (!(error instanceof Problem) || Array.isArray(error.json.errors)) return [];
  const ids = new Set(records.map(({ id }) => id));
  return Object.keys(error.json.errors).flatMap((path) => {
    const [, id = ''] = path.split('.');
    return ids.has(id) && id !== PROJECT_RECORD_ID ? [id] : [];
  });
}
