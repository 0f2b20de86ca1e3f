/** What to do first, where there is no project yet. */
import { showNewProject } from './new-project.tsx';
import { TemplateList } from './template-list.tsx';

const steps = [
  { title: 'Begin a project', says: 'From a template below, or empty. You can also drop a project file anywhere on this window.' },
  { title: 'Write on a board', says: 'Put down elements, write in them, and draw a connection from one to where the story goes on.' },
  {
    title: 'Add your game as a target',
    says: 'Choose the folder of your Unity, Unreal or Godot project: from then on it holds what you write.',
  },
] as const;

export function FirstSteps() {
  return (
    <>
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
      <section className="first-start" aria-labelledby="first-start">
        <h2 id="first-start">Begin with</h2>
        <TemplateList value={null} onAction={showNewProject} />
      </section>
    </>
  );
}
