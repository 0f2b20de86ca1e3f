/** What the system tells the user of mirrored projects: new questions, and work that can no longer go on. Nothing else. No Electron here. */
import type { MirrorStatus, QuestionShown } from '../../shared/mirror.ts';
import { noticeSentences } from '../../shared/words/en/tray.ts';
import type { Parts } from '../parts.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The id of the question that it leads to. */
  readonly question: string | null;
}

export interface Notices {
  /** What was so when it was first heard of is no news. */
  know(status: MirrorStatus): Promise<void>;
  /** null: nothing that one has to be told of. */
  of(now: MirrorStatus, before: MirrorStatus | undefined): Promise<Notice | null>;
}

export function openNotices(call: Parts['call']): Notices {
  /** The questions of each project that have been heard of, by their ids. */
  const heard = new Map<string, ReadonlySet<string>>();
  const fresh = async (hash: string): Promise<readonly QuestionShown[]> => {
    const answer = await call('question.list', { hash });
    const list = answer.ok ? (answer.value as readonly QuestionShown[]) : [];
    const before = heard.get(hash);
    heard.set(hash, new Set(list.map(({ id }) => id)));
    return list.filter(({ id }) => !before?.has(id));
  };
  return {
    async know({ hash, questions }) {
      if (questions > 0 && !heard.has(hash)) await fresh(hash);
    },
    async of(now, before) {
      const isStopped = now.state === 'stopped' && before?.state !== 'stopped';
      if (isStopped) return { title: noticeSentences.stopped(now.name), body: now.sentence, question: null };
      return now.questions === (before?.questions ?? 0) ? null : ofQuestions(now, await fresh(now.hash));
    },
  };
}

function ofQuestions({ name, remote }: MirrorStatus, fresh: readonly QuestionShown[]): Notice | null {
  const [first, ...more] = fresh;
  if (!first) return null;
  const body = more.length === 0 ? first.sentence : noticeSentences.several(remote);
  return { title: noticeSentences.asked(fresh.length, name), body, question: first.id };
}
