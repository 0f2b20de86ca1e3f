/** What to do first, where there is no project yet. */
import { FirstStartSteps } from '../first-start/first-start-steps.tsx';
import { useLook } from '../state/look.ts';
import { projectsWords } from '../words/en/projects.ts';
import { showNewProject } from './new-project.tsx';
import { TemplateList } from './template-list.tsx';

const steps = [
  { title: projectsWords.beginAProject, says: projectsWords.fromATemplateBelow },
  { title: projectsWords.writeOnABoard, says: projectsWords.putDownElementsWrite },
  {
    title: projectsWords.addYourGameAs,
    says: projectsWords.chooseTheFolderOf,
  },
] as const;

export function FirstSteps() {
  const isNew = useLook((look) => look.firstStart === 'new');
  return (
    <>
      {isNew ? <FirstStartSteps /> : <Steps />}
      <section className="first-start" aria-labelledby="first-start">
        <h2 id="first-start">{projectsWords.beginWith}</h2>
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
