/** Deleting a project cannot be undone: its name has to be typed. */
import { useState } from 'react';
import type { ProjectSummary } from '../../shared/ipc/answers.ts';
import { ask } from '../bridge.ts';
import { useMirror } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';
import { goToProjects } from '../state/place.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { tell } from '../ui/toasts.ts';
import { choosingWords } from '../words/en/mirror.ts';
import { projectsWords } from '../words/en/projects.ts';

type Named = Pick<ProjectSummary, 'hash' | 'name'>;

export const showRemoveProject = (project: Named): void => showDialog((close) => <RemoveProject project={project} close={close} />);

function RemoveProject({ project: { hash, name }, close }: { project: Named; close: () => void }) {
  const [typed, setTyped] = useState('');
  const mirror = useMirror(hash);
  const remove = async () => {
    await ask('project.remove', { hash });
    if (openProject.getState().hash === hash) goToProjects();
    tell({ tone: 'plain', title: projectsWords.wasDeleted(name) });
  };
  return (
    <FormDialog
      title={projectsWords.deleteQuestion(name)}
      does={projectsWords.deleteForGood}
      isDanger
      isReady={typed.trim() === name.trim()}
      run={remove}
      onClose={close}
    >
      <p>{projectsWords.allBoardsAndEverything}</p>
      {mirror && <p>{choosingWords.removeIsMirrored(mirror.remote)}</p>}
      <TextField label={projectsWords.typeTheNameTo(name)} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </FormDialog>
  );
}
