/** The templates, from which a project is created with one click. */
import { showNewProjectDialog } from '../../features/projects/new-project-dialog.tsx';
import { TemplateList } from '../../features/projects/template-list.tsx';
import { t } from '../../messages/translate.ts';

export function TemplateSection() {
  return (
    <section className="template-section" aria-labelledby="template-section">
      <h2 id="template-section">{t('projects.templates')}</h2>
      <TemplateList value={null} onAction={showNewProjectDialog} />
    </section>
  );
}
