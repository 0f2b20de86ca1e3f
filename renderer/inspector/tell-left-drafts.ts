/** When a project opens: tells of texts that were typed and never saved, and leads to the first of them. */

import { drafts } from '../state/kept-drafts.ts';
import { openProject } from '../state/open-project.ts';
import { whoIs } from '../state/who-is.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { tell } from '../ui/toasts.ts';
import { inspectorWords } from '../words/en/inspector.ts';

const words = inspectorWords.leftBehind;

export function tellLeftDrafts(): void {
  const { hash, project } = openProject.getState();
  if (hash === null) return;
  const left = drafts.allLeft(hash).map((name) => ({ name, id: name.split(' ')[0] ?? '' }));
  for (const { name, id } of left) if (!project.has(id)) drafts.forget(hash, name);
  const ids = [...new Set(left.map(({ id }) => id))].filter((id) => project.has(id));
  const [first] = ids;
  if (first === undefined) return;
  tell({
    tone: 'warning',
    title: words.told(ids.length),
    lines: ids.map((id) => whoIs(project, id)),
    action: { label: words.go, run: () => goToRecord({ id: first }) },
  });
}
