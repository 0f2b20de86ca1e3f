/** What to do first, where there is no project yet. */
import { OnboardingSteps } from '../../features/first-start/onboarding-steps.tsx';
import { showNewProject } from '../../features/projects/new-project-dialog.tsx';
import { TemplateList } from '../../features/projects/template-list.tsx';
import { projectsMessages } from '../../messages/en/projects.ts';
import { usePreferences } from '../../state/preferences.ts';

const steps = [
  { title: projectsMessages.beginAProject, says: projectsMessages.fromATemplateBelow },
  { title: projectsMessages.writeOnABoard, says: projectsMessages.putDownElementsWrite },
  {
    title: projectsMessages.addYourGameAs,
    says: projectsMessages.chooseTheFolderOf,
  },
] as const;

export function FirstSteps() {
  const isNew = usePreferences((look) => look.firstStart === 'new');
  return (
    <>
      {isNew ? <OnboardingSteps /> : <Steps />}
      <section className="first-start" aria-labelledby="first-start">
        <h2 id="first-start">{projectsMessages.beginWith}</h2>
        <TemplateList value={null} onAction={showNewProject} />
      </section>
    </>
  );
}

function Steps() {
  return (
    <ol className="first-steps">
      {steps.map(({ title, says }, at) => (
        <li key={title}>
          <span className="step-number" aria-hidden>
            {at + 1}
          </span>
          <h2>{title}</h2>
          <p>{says}</p>
        </li>
      ))}
    </ol>
  );
}
