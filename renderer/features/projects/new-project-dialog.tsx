/** Creates a project from a template. */

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../messages/translate.ts';
import { prepareGoToProject } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type TemplateId, TemplateList, templateName } from './template-list.tsx';

export const showNewProjectDialog = (template: TemplateId = 'empty'): void =>
  showDialog((close) => <NewProjectDialog first={template} close={close} />, { outlivesProject: true });

function NewProjectDialog({ first, close }: { first: TemplateId; close: () => void }) {
  const [template, setTemplate] = useState(first);
  const [name, setName] = useState('');
  const defaultName = template === 'empty' ? t('projects.untitled') : templateName(template);
  const templates = useRef<HTMLDivElement>(null);
  const createFrom = (chosen: TemplateId) => {
    flushSync(() => setTemplate(chosen));
    templates.current?.closest('form')?.requestSubmit();
  };
  const create = async () => {
    const goToProject = prepareGoToProject();
    const { hash } = await withBusyIndicator(
      t('projects.creating'),
      invoke('project.create', { template, name: name.trim() || defaultName }),
    );
    goToProject(hash);
  };
  return (
    <FormDialog title={t('projects.newProject')} submitLabel={t('common.create')} run={create} onClose={close} width={720}>
      <TextField label={t('common.name')} value={name} onChange={setName} maxLength={255} placeholder={defaultName} autoFocus />
      <div className="template-field" ref={templates}>
        <p className="field-label">{t('projects.start.templateLabel')}</p>
        <TemplateList value={template} onChange={setTemplate} onAction={createFrom} />
      </div>
    </FormDialog>
  );
}
