/** An asset that plays as a sound or stands as a cover keeps its type: where one side changed the type and the other began to use it, theirs counts. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { valueIn, withCell } from './cells.ts';
import { type Question, questionOf } from './question.ts';

/** Changes `after`, the records as they will be here; gives what must go out, too. */
export function settleAssetTypes(mine: Project, theirs: Project, after: Map<string, AnyRecord>): { out: string[]; questions: Question[] } {
  const out: string[] = [];
  const questions: Question[] = [];
  for (const { id, type } of mine.all('asset')) {
    const t = theirs.find('asset', id);
    const now = after.get(id) ?? mine.at(id);
    if (!t || !now || t.type === type) continue;
    const isTheirs = now.type === t.type;
    const [users, others] = isTheirs ? [mine, theirs] : [theirs, mine];
    for (const [user, cell] of usersOf(id, users)) {
      const other = others.at(user.id);
      if (other && uses(other, id) === cell) continue;
      const ours = after.get(user.id) ?? user;
      if (!isTheirs) {
        after.set(id, { ...now, type: t.type });
        questions.push(questionOf(now, 'type', 'no room', { base: null, mine: type, theirs: t.type }));
        break;
      }
      if (uses(ours, id) !== cell) continue;
      if (other) after.set(user.id, withCell(ours, cell, other));
      else out.push(user.id);
      questions.push(
        questionOf(user, other ? cell : null, 'no room', { base: null, mine: other ? valueIn(ours, cell) : [ours], theirs: other ?? null }),
      );
    }
  }
  return { out, questions };
}

function usersOf(asset: string, project: Project): [AnyRecord, 'assetId' | 'cover'][] {
  return [...project.holdersOf(asset)].sort().flatMap((id): [AnyRecord, 'assetId' | 'cover'][] => {
    const user = project.at(id);
    const cell = user && uses(user, asset);
    return cell ? [[user, cell]] : [];
  });
}

function uses(record: AnyRecord, asset: string): 'assetId' | 'cover' | undefined {
  if (record.assetId === asset) return 'assetId';
  const cover: unknown = record.cover;
  return typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === asset ? 'cover' : undefined;
}
