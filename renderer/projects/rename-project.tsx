/** A new name for a project. */
import { useState } from 'react';
import type { ProjectSummary } from '../../shared/ipc/answers.ts';
import { ask } from '../bridge.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { projectsWords } from '../words/en/projects.ts';

type Named = Pick<ProjectSummary, 'hash' | 'name'>;

export const showRenameProject = (project: Named): void => showDialog((close) => <RenameProject project={project} close={close} />);

function RenameProject({ project: { hash, name: before }, close }: { project: Named; close: () => void }) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={projectsWords.renameTheProject}
      does={commonWords.rename}
      isReady={name.trim() !== ''}
      run={() => ask('project.rename', { hash, name: name.trim() })}
      onClose={close}
    >
      <TextField label={commonWords.name} value={name} onChange={setName} maxLength={255} autoFocus selectsAll />
    </FormDialog>
  );
}
