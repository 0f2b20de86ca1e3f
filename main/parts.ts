/**
 * The parts of the program wired together: engine, import, export, targets. Whoever drives it (worker, command line, browser
 * shell, another process) makes calls of shared/ipc/calls.ts and hears events; it knows none of them.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, type Ask, isDesktopCall, type Output, type PartsHandlers } from '../shared/ipc/ask.ts';
import type { Event } from '../shared/ipc/events.ts';
import { Problem } from '../shared/problem.ts';
import type { World } from '../shared/world.ts';
import { shelfName as fileShelf } from './assets/file-rows.ts';
import { limitsFor } from './assets/space-left.ts';
import { openVault, type Vault } from './assets/vault.ts';
import { openEngine } from './engine/engine.ts';
import type { KeyStore } from './mirror/workspaces/keys.ts';
import { assetHandlers } from './parts/asset-handlers.ts';
import { editedEngine } from './parts/edited-engine.ts';
import { openEventBatches } from './parts/event-batches.ts';
import { handlersOf } from './parts/handlers.ts';
import { openJobs } from './parts/jobs.ts';
import { mirrorHandlers } from './parts/mirror-handlers.ts';
import { mirrorPart } from './parts/mirror-part.ts';
import { peopleHandlers } from './parts/people-handlers.ts';
import { readCallName, readInput } from './parts/read-input.ts';
import { targetRenderer } from './parts/render-target.ts';
import { openListeners } from './parts/service-handlers.ts';
import { StillStories } from './parts/still-stories.ts';
import { sweepNowAndThen } from './parts/sweep-now-and-then.ts';
import { openPeople, type People } from './people/people.ts';
import { peopleShelf } from './people/people-rows.ts';
import { openExportEvents } from './service/export-events.ts';
import { openQuotas } from './service/quotas.ts';
import { openService, type Service } from './service/service.ts';
import { openArchive } from './targets/archive.ts';
import { openTargets } from './targets/targets.ts';

/** Milliseconds after the start at which the data file is looked through in the background. */
const untilChecked = 60_000;

/** The parts, wherever they run: here, in a worker, in another process. */
export interface Parts {
  /**
   * Never rejects: whatever goes wrong is a Problem in the answer. Events that happened before come before it.
   * `gone` tells when the asker has ended, and with it what it has asked for as long as it lives.
   */
  call(name: string, input: unknown, gone?: AbortSignal): Promise<Answer>;
  /** Batches of events, at most one a frame; ends with the function it gives. */
  onEvents(listener: (events: Event[]) => void): () => void;
  close(): Promise<void>;
}

/** How the parts of this process are there. */
export interface Manner {
  /** For as long as somebody works with it: then it does what the settings have switched on. A command that is soon done does not. */
  readonly stays?: boolean;
  /** `still`: targets are not kept up to date; they run when they are told to. */
  readonly targets?: 'live' | 'still';
  /** `still`: mirrored projects are looked at and sent only when that is told. Live only in what stays. */
  readonly mirror?: 'live' | 'still';
  /** Where keys of remotes are kept; without it they are asked for at each start. */
  readonly keys?: KeyStore;
}

/** The parts of this very process, with what lies behind the calls. */
export interface OwnParts extends Parts {
  readonly people: People;
  readonly service: Service;
}

/** Opens the parts over a data folder, which this process must own; null keeps everything in memory. */
export async function openParts(
  folder: string | null,
  world: World,
  log: (line: string) => void = () => undefined,
  { stays = false, targets: manner = 'live', mirror: mirrors = 'live', keys }: Manner = {},
): Promise<OwnParts> {
  let stored: Vault | undefined;
  const engine = openEngine(folder, world, log, (hash, file) => stored?.find(hash, file));
  const vault = openVault(folder && join(folder, 'vault'), engine.shelf(fileShelf), world, log);
  stored = vault;
  const batches = openEventBatches();
  const jobs = openJobs(batches.tell, world);
  const people = openPeople(engine.shelf(peopleShelf), world);
  const quotas = openQuotas(engine.shelf('quotas'), world);
  const removeProject = (hash: string): void => {
    engine.remove(hash, [people.forget(hash), vault.removal(hash), ...mirror.forget(hash)]);
    vault.forget(hash);
    targets.projectRemoved(hash);
  };
  const edited = editedEngine(engine, () => mirror);
  const stories = new StillStories(engine);
  const service = openService({
    engine: edited,
    people,
    quotas,
    vault,
    world,
    still: (hash, work) => stories.inTurn(hash, work),
    removeProject,
    log,
  });
  const exportEvents = openExportEvents({ people, engine });
  people.onChange(() => batches.tell({ event: 'people.changed' }));
  const targets = await openTargets({
    shelf: engine.shelf('targets'),
    still: manner === 'still',
    world,
    log,
    tell: (event) => {
      batches.tell(event);
      if (event.event !== 'target.delivered') return;
      const { id, written, removed } = event.delivery;
      const target = targets.list(event.hash).find((each) => each.id === id);
      if (target) exportEvents.delivered(target, written, removed);
    },
    render: targetRenderer(stories, vault),
    versionOf: (hash) => engine.versionOf(hash).version,
    locate: (hash, file) => vault.pathOf(hash, file),
    archive: openArchive(folder && join(folder, 'exports')),
  });
  const mirror = mirrorPart({
    engine,
    vault,
    world,
    log,
    tell: batches.tell,
    keys,
    isLive: stays && mirrors === 'live',
  });
  engine.onEvent((event) => {
    batches.tell(event);
    if (event.event === 'project.changed') targets.projectChanged(event.hash);
  });
  // Once, when the program has come to rest; commands that are done before need none.
  const check = setTimeout(() => void engine.check().then((found) => found !== 'ok' && complain(found)), untilChecked);
  check.unref();
  const complain = (found: string) => {
    log(`The project data is damaged: ${found}`);
    batches.tell({ event: 'notice', message: 'The project data is damaged. Please export your projects to files and look into the log.' });
  };
  const sweeping = sweepNowAndThen(vault, engine, log);
  const handle: Service['handle'] = async (request, how) => exportEvents.handle(request) ?? service.handle(request, how);
  const listeners = openListeners({ handle, shelf: engine.shelf('service'), world, log, tell: batches.tell });
  const handlers = handlersOf({
    engine: edited,
    stories,
    exampleFolder: join(folder ?? tmpdir(), folder === null ? 'taleport-example-game' : 'example-game'),
    targets,
    jobs,
    world,
    vault,
    limitsOf: () => limitsFor(undefined, people.workspace()),
    removeProject,
    people: peopleHandlers(people, (hash) => engine.projects().some((project) => project.hash === hash)),
    assets: assetHandlers({
      vault,
      jobs,
      limitsOf: (hash) => limitsFor(engine.project(hash), people.workspace(people.workspaceOfProject(hash))),
    }),
    service: listeners.handlers,
    mirrored: mirror,
    mirror: mirrorHandlers({
      mirror,
      engine: edited,
      jobs,
      stop(hash, { keep, discard }) {
        const { isHere } = mirror.mayStop(hash, { discard });
        if (isHere && !keep) removeProject(hash);
        else engine.lay(mirror.forget(hash));
      },
    }),
  });

  if (stays) await listeners.obey();

  return {
    people,
    service: { handle },
    async call(name, input, gone) {
      const answer = await answerOf(() => perform(handlers, name, input, gone), name, log);
      batches.flush();
      return answer;
    },
    onEvents: batches.onEvents,
    async close() {
      clearTimeout(check);
      sweeping.stop();
      jobs.cancelAll();
      exportEvents.close();
      await listeners.close();
      await mirror.close();
      await targets.close();
      await vault.close();
      quotas.close();
      batches.flush();
      await engine.close();
    },
  };
}

/** Where Problems become answers. What is no Problem is a bug: it is logged with its stack and says nothing of itself outside. */
async function answerOf(run: () => Promise<unknown>, name: string, log: (line: string) => void): Promise<Answer> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (!(error instanceof Problem)) log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return { ok: false, problem: Problem.from(error).toJSON() };
  }
}

async function perform(handlers: PartsHandlers, name: string, input: unknown, gone: AbortSignal | undefined): Promise<unknown> {
  const known = readCallName(name);
  if (known === 'app.info' || isDesktopCall(known)) throw new Problem('unsupported', `${known} is for the window to answer.`);
  const handler = handlers[known as keyof PartsHandlers] as (input: unknown, gone?: AbortSignal) => unknown;
  return handler(readInput(known, input), gone);
}

/** The parts as a function that gives the value or throws the Problem. */
export const askOf =
  ({ call }: Pick<Parts, 'call'>): Ask =>
  async (name, input) => {
    const answer = await call(name, input);
    if (!answer.ok) throw Problem.fromJSON(answer.problem);
    return answer.value as Output<typeof name>;
  };
