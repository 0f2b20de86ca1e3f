/** Handlers of the calls about a project and its records: reading, changing, undo, earlier versions, damage. */
import type { HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import type { ProjectOverview, ProjectSnapshot, RecordChunks } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import type { Command, SingleCommand } from '../../shared/model/commands.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { type Engine, serializeRecordChunks } from './engine.ts';

interface ProjectHandlerDeps {
  readonly engine: Engine;
  readonly environment: Environment;
  /** (I28) With `discard`, removes the project even if its remote lacks some of its changes. */
  readonly removeProject: (hash: string, options: { readonly discard: boolean }) => void;
  /** Called when the user has opened the project. */
  readonly markInUse: (hash: string) => void;
  /** Makes a backup before damaged records are restored. */
  readonly backUpBeforeRestore: () => Promise<void>;
  /** The name of the user, for comments; undefined if they have given none. */
  readonly findUserName: () => string | undefined;
  /** Forgets what the project has agreed on with its remote and its story folder. */
  readonly voidAgreements: (hash: string) => Promise<void>;
}

type ProjectHandlers = Pick<
  HandlersFor<'project'>,
  | 'project.list'
  | 'project.overview'
  | 'project.rename'
  | 'project.remove'
  | 'project.read'
  | 'project.readNext'
  | 'project.send'
  | 'project.undo'
  | 'project.redo'
  | 'project.locales'
> &
  HandlersFor<'record' | 'damage' | 'draft'>;

export function createProjectHandlers({
  engine,
  environment,
  removeProject,
  markInUse,
  backUpBeforeRestore,
  findUserName,
  voidAgreements,
}: ProjectHandlerDeps): ProjectHandlers {
  const cursors = new SnapshotCursors(engine, environment);
  const overviews = new ProjectOverviews(engine);
  /** Opens the project in short slices before the handler runs, which would otherwise open it in a single turn of the event loop. */
  const whenOpen =
    <Input extends { readonly hash: string }, Output>(handler: (input: Input) => Output | Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      await engine.openProject(input.hash);
      return handler(input);
    };

  return {
    'project.list': () => engine.listProjects(),
    'project.overview': ({ hash }) => overviews.read(hash),
    'project.rename': async ({ hash, name }) => {
      await engine.inSlices.execute(hash, { do: 'change', kind: 'project', id: projectRecordId, fields: { name } }, 'user');
      return null;
    },
    'project.remove': ({ hash, discard = false }) => {
      removeProject(hash, { discard });
      return null;
    },
    'project.read': whenOpen(({ hash, inPieces }) => {
      markInUse(hash);
      return inPieces ? cursors.open(hash) : engine.createSnapshot(hash);
    }),
    'project.readNext': ({ reading }) => cursors.next(reading),
    'project.send': ({ hash, command }) => engine.inSlices.execute(hash, signComments(command, findUserName), 'user'),
    'project.undo': ({ hash }) => engine.inSlices.undo(hash),
    'project.redo': ({ hash }) => engine.inSlices.redo(hash),
    'project.locales': whenOpen(({ hash }) => [...engine.getProject(hash).projectRecord.locales]),
    'draft.list': ({ hash }) => engine.drafts.list(hash),
    'draft.put': ({ hash, draft }) => {
      engine.drafts.put(hash, draft);
      return null;
    },
    'draft.discard': ({ hash, name, session }) => {
      engine.drafts.discard(hash, name, session);
      return null;
    },
    'record.versions': whenOpen(({ hash, id }) => engine.listRecordVersions(hash, id)),
    'record.removed': whenOpen(({ hash, before }) => new CooperativeYielder().runToEnd(engine.listRemovedRecordsInSteps(hash, before))),
    'record.restore': ({ hash, id, version }) => engine.inSlices.restoreRecord(hash, id, version),
    'damage.list': ({ hash }) => engine.damage.list(hash),
    // Whichever way the damage is resolved, records of the project may be lost or outdated. So what it has agreed on is forgotten first:
    // nothing is then deleted or replaced in a workspace or a story folder without a decision of the user.
    'damage.restore': async ({ hash, ids }) => {
      await engine.openProject(hash);
      engine.damage.assertOpen(hash, ids);
      await backUpBeforeRestore();
      // The user may have decided elsewhere meanwhile.
      engine.damage.assertOpen(hash, ids);
      await voidAgreements(hash);
      return engine.inSlices.restoreDamaged(hash, ids);
    },
    'damage.accept': async ({ hash, ids }) => {
      if (engine.damage.isOpen(hash, ids)) await voidAgreements(hash);
      engine.damage.accept(hash, ids);
      return null;
    },
  };
}

interface ReadOverview {
  readonly version: number;
  readonly overview: Promise<ProjectOverview>;
}

/** The overviews of projects for the project list. Each is computed once per version of its project, in short steps. */
export class ProjectOverviews {
  readonly #engine: Pick<Engine, 'readOverview' | 'getVersion'>;
  readonly #read = new Map<string, ReadOverview>();

  constructor(engine: Pick<Engine, 'readOverview' | 'getVersion'>) {
    this.#engine = engine;
  }

  /** Throws a 404. A change during the computation is contained in the next overview. */
  read(hash: string): Promise<ProjectOverview> {
    const { version } = this.#engine.getVersion(hash);
    const known = this.#read.get(hash);
    if (known?.version === version) return known.overview;
    const overview = new CooperativeYielder().runToEnd(this.#engine.readOverview(hash));
    this.#read.set(hash, { version, overview });
    overview.catch(() => this.#read.delete(hash));
    return overview;
  }
}

/** The oldest cursor is closed when more than this many are open. */
const maxOpenCursors = 16;
/** Chunks per result. */
const chunksPerResult = 2;

/**
 * Cursors for reading a story in chunks, as it was when the cursor was opened. A list of records suffices for that, because records are
 * immutable. A large story in a single result would block every process that it passes through.
 */
export class SnapshotCursors {
  readonly #engine: Engine;
  readonly #environment: Environment;
  readonly #cursors = new Map<string, Generator<string>>();

  constructor(engine: Engine, environment: Environment) {
    this.#engine = engine;
    this.#environment = environment;
  }

  open(hash: string): ProjectSnapshot {
    const project = this.#engine.getProject(hash);
    const records = [...project.records()];
    const { version } = this.#engine.getVersion(hash);
    const history = this.#engine.getUndoRedoLabels(hash);
    return {
      hash,
      version,
      history,
      total: records.length,
      ...this.#readChunks(this.#environment.newId(), serializeRecordChunks(records)),
    };
  }

  next(cursor: string): RecordChunks {
    const chunks = this.#cursors.get(cursor);
    if (!chunks) throw new Problem('notFound', message('problem.app.snapshotExpired'));
    return this.#readChunks(cursor, chunks);
  }

  #readChunks(cursor: string, chunks: Generator<string>): RecordChunks {
    const records: string[] = [];
    this.#cursors.delete(cursor);
    while (records.length < chunksPerResult) {
      const next = chunks.next();
      if (next.done) return { records, cursor: null };
      records.push(next.value);
    }
    this.#cursors.set(cursor, chunks);
    for (const oldest of this.#cursors.keys()) if (this.#cursors.size > maxOpenCursors) this.#cursors.delete(oldest);
    return { records, cursor };
  }
}

/** Gives new comments the name of the user, also in a batch, unless they name an author. */
function signComments(command: Command, findUserName: () => string | undefined): Command {
  const sign = (single: SingleCommand): SingleCommand =>
    single.do === 'addLocalComment' && single.author === undefined ? { ...single, author: findUserName() } : single;
  return command.do === 'batch' ? { ...command, commands: command.commands.map(sign) } : sign(command);
}
