/** A new project: what it begins with, and its name. */
import { useState } from 'react';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { goTo } from '../state/place.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { projectsWords } from '../words/en/projects.ts';
import { nameOfTemplate, type Template, TemplateList } from './template-list.tsx';

export const showNewProject = (template: Template = 'empty'): void => showDialog((close) => <NewProject first={template} close={close} />);

function NewProject({ first, close }: { first: Template; close: () => void }) {
  const [template, setTemplate] = useState(first);
  const [name, setName] = useState('');
  const create = async () => {
    const given = name.trim();
    const { hash } = await during(projectsWords.creating, ask('project.create', { template, ...(given === '' ? {} : { name: given }) }));
    goTo(hash);
  };
  return (
    <FormDialog title={projectsWords.newProject} does={commonWords.create} run={create} onClose={close} width={720}>
      <TextField
        label={commonWords.name}
        value={name}
        onChange={setName}
        maxLength={255}
        placeholder={template === 'empty' ? projectsWords.untitled : nameOfTemplate(template)}
        autoFocus
      />
      <div>
        <p className="field-label">{projectsWords.beginWith}</p>
        <TemplateList value={template} onChange={setTemplate} />
      </div>
    </FormDialog>
  );
}
