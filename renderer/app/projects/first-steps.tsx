/** What the first screen offers to begin with: onboarding or the steps of the main job while there are no projects, and the templates. */
import { OnboardingSteps } from '../../features/first-start/onboarding-steps.tsx';
import { showNewProjectDialog } from '../../features/projects/new-project-dialog.tsx';
import { TemplateList } from '../../features/projects/template-list.tsx';
import { t } from '../../messages/translate.ts';
import { useEditingPreferences } from '../../state/editing-preferences.ts';
import { useEngineSentence } from '../../state/exporters-store.ts';

const steps = (targetHint: string) =>
  [
    { title: t('projects.start.title'), description: t('projects.start.hint') },
    { title: t('projects.start.writeTitle'), description: t('projects.start.writeHint') },
    {
      title: t('projects.start.targetTitle'),
      description: targetHint,
    },
  ] as const;

/** Shown instead of the project list while there are no projects: onboarding, templates and import. */
export function FirstSteps() {
  const isNew = useEditingPreferences(({ onboarding }) => onboarding === 'new');
  return (
    <>
      {isNew ? <OnboardingSteps /> : <Steps />}
      <TemplateSection />
    </>
  );
}

function Steps() {
  const targetHint = useEngineSentence((engines) => t('projects.start.targetHint', { engines }));
  return (
    <ol className="onboarding-steps">
      {steps(targetHint).map(({ title, description }, at) => (
        <li key={title}>
          <span className="step-number" aria-hidden>
            {at + 1}
          </span>
          <h2>{title}</h2>
          <p>{description}</p>
        </li>
      ))}
    </ol>
  );
}

/** The templates, from which a project is created with one click. */
export function TemplateSection() {
  return (
    <section className="template-section" aria-labelledby="template-section">
      <h2 id="template-section">{t('projects.templates')}</h2>
      <TemplateList value={null} onAction={showNewProjectDialog} />
    </section>
  );
}
