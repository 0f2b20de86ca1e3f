/** What each call of shared/ipc/calls.ts does, told by the engine, import, export and targets. Inputs are already parsed. */
import type { Created } from '../../shared/ipc/answers.ts';
import type { PartsHandlers } from '../../shared/ipc/ask.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import type { World } from '../../shared/world.ts';
import type { StoreLimits } from '../assets/receive.ts';
import type { Vault } from '../assets/vault.ts';
import type { Engine } from '../engine/engine.ts';
import { checkInSteps } from '../export/check.ts';
import { readSource } from '../import/read-source.ts';
import type { Mirror } from '../mirror/workspaces/open-mirror.ts';
import { type StoryTaken, takeStory, takeTemplate } from '../take-story.ts';
import { makeExampleGame } from '../targets/example-game.ts';
import type { Targets } from '../targets/targets.ts';
import { Turns } from '../turns.ts';
import { exportToFile } from './export-to-file.ts';
import type { Jobs } from './jobs.ts';
import { Readings } from './readings.ts';
import type { StillStories } from './still-stories.ts';

interface Deps {
  readonly engine: Engine;
  readonly stories: StillStories;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly world: World;
  readonly vault: Vault;
  /** What the plan permits the files of a new project. */
  readonly limitsOf: () => StoreLimits;
  readonly removeProject: (hash: string) => void;
  /** Where the example game is made. */
  readonly exampleFolder: string;
  /** Calls that other parts answer. */
  readonly people: PeopleHandlers;
  readonly assets: AssetHandlers;
  readonly service: ServiceHandlers;
  readonly mirror: MirrorHandlers;
  readonly mirrored: Pick<Mirror, 'uses'>;
}
type HandlersFor<Group extends string> = Pick<PartsHandlers, Extract<keyof PartsHandlers, `${Group}.${string}`>>;
export type PeopleHandlers = HandlersFor<'workspace' | 'member' | 'key'>;
export type AssetHandlers = HandlersFor<'asset'>;
export type ServiceHandlers = HandlersFor<'service'>;
export type MirrorHandlers = HandlersFor<'remote' | 'mirror' | 'question' | 'record'>;

export function handlersOf({
  engine,
  stories,
  targets,
  jobs,
  world,
  vault,
  limitsOf,
  removeProject,
  exampleFolder,
  people,
  assets,
  service,
  mirror,
  mirrored,
}: Deps): PartsHandlers {
  const readings = new Readings(engine, world);

  /** The project and the rows of its files in one transaction, or nothing. */
  function make({ records, held }: StoryTaken, goOn: () => void = () => undefined): Created {
    try {
      goOn();
      const created = engine.create(records, (hash) => [vault.rows(hash, held)]);
      vault.keep(created.hash, held);
      return created;
    } catch (error) {
      vault.letGo(held);
      throw error;
    }
  }

  return {
    ...people,
    ...assets,
    ...service,
    ...mirror,
    'project.list': () => engine.projects(),
    'project.create': async ({ template, name }) => make(await takeTemplate(template, { vault, world, name })),
    'project.import': async ({ source, name, repair, job }) =>
      jobs.run(job, 'The import', async ({ progress, cancelled, goOn }) => {
        const { json, beside } = await readSource(source);
        const story = await takeStory(json, beside, { world, vault, limits: limitsOf(), name, repair, progress, cancelled });
        const { hash, projectId, name: made } = make(story, goOn);
        return { hash, projectId, name: made, notes: story.notes };
      }),
    'project.rename': ({ hash, name }) => {
      engine.send(hash, { do: 'change', kind: 'project', id: PROJECT, fields: { name } }, 'user');
      return null;
    },
    'project.remove': ({ hash }) => {
      removeProject(hash);
      return null;
    },
    'project.read': ({ hash, inPieces }) => {
      mirrored.uses(hash);
      return inPieces ? readings.begin(hash) : engine.snapshot(hash);
    },
    'project.readOn': ({ reading }) => readings.goOn(reading),
    'project.send': ({ hash, command }) => engine.send(hash, command, 'user'),
    'project.undo': ({ hash }) => engine.undo(hash),
    'project.redo': ({ hash }) => engine.redo(hash),
    'project.locales': ({ hash }) => [...engine.project(hash).root.locales],
    'project.export': (input) => exportToFile(input, stories, world),
    'project.check': async ({ hash, engine: format }) => {
      const { project, release } = await stories.take(hash);
      return [...(await new Turns().end(checkInSteps(project, format)).finally(release))];
    },
    'target.list': ({ hash }) => targets.list(hash),
    'target.detect': ({ folder }) => targets.detect(folder),
    'target.example': () => makeExampleGame(exampleFolder),
    'target.add': (input) => {
      engine.project(input.hash);
      return targets.add(input);
    },
    'target.change': ({ id, settings }) => targets.change(id, settings),
    'target.remove': async ({ id }) => {
      await targets.remove(id);
      return null;
    },
    'target.run': (input) => targets.run(input),
    'target.resolve': ({ id, choice }) => targets.resolve(id, choice),
    'target.compare': ({ id, path }) => targets.compare(id, path),
    'target.helpers': ({ id }) => targets.helpers(id),
    'target.history': ({ id }) => targets.history(id),
    'target.rewrite': ({ id, past }) => targets.rewrite(id, past),
    'job.cancel': ({ job }) => {
      jobs.cancel(job);
      return null;
    },
  };
}
