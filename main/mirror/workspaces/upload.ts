/**
 * A project that is here is made there: by an import where that is allowed, since it keeps languages, customIds and rich text that no single
 * request could send, else as an empty one. Either way what the remote then has is the base, and the loop sends what it lacks.
 */
import type { Take } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { Project } from '../../../shared/project.ts';
import { baseEntries, mirrorShelf, Rows } from '../loop/rows.ts';
import { createdOnce, foundEntry, sharesBoards } from './lost-upload.ts';
import type { Mirrors } from './mirrors.ts';
import { type MirrorRow, mirrorWrites } from './remote-rows.ts';
import type { Workspace } from './workspace.ts';

interface Upload {
  readonly mirrors: Mirrors;
  readonly workspace: Workspace;
  readonly hash: string;
  readonly remote: string;
  /** The project as a story file. */
  readonly story: (hash: string) => unknown;
}

/** From then on it is mirrored. */
export async function uploaded({ mirrors, workspace, hash, remote, story }: Upload): Promise<MirrorRow> {
  const { engine } = mirrors.deps;
  const { name } = engine.project(hash).root;
  const owned = ownAssets(engine.project(hash), () => mirrors.deps.world.newId());
  if (owned.renamed.length > 0) engine.send(hash, { do: 'take', ...owned, gone: [] }, 'remote');
  const rows = new Rows(engine.shelf(mirrorShelf), hash);
  const { now, deps } = mirrors;
  const create = () => workspace.create({ name, story: story(hash) });
  const once = { rows, workspace, mine: engine.project(hash), now, settle: deps.settle, create };
  const imported = await createdOnce(once).catch(unlessRefused);
  const row = (there: string): MirrorRow => ({ hash, there, remote, name, made: true, inStepAt: null });
  if (imported !== undefined && (await begin(imported))) return row(imported);
  // A remote that makes ids of its own has made something that nothing here can be told by.
  if (imported !== undefined) await workspace.remove(imported);
  const empty = await workspace.create({ name });
  await begin(empty);
  return row(empty);

  /** What is there becomes the base. False: it shares no board with ours though it came from it. */
  async function begin(there: string): Promise<boolean> {
    const listed = (await workspace.list(mirrors.now())).projects.find((each) => each.hash === there);
    const mine = engine.project(hash);
    const records = [...(await workspace.read(there, there === imported ? mine : new Project()))];
    const theirs = new Project(records);
    if (there === imported && !sharesBoards(mine, theirs)) return false;
    const standing = {
      there,
      version: null,
      updatedAt: listed?.updatedAt ?? null,
      listed: listed?.updatedAt ?? null,
      whole: true,
      rest: null,
    };
    const entries = [...baseEntries({ put: records, gone: [] }), { id: 'standing', value: standing }, foundEntry];
    const renamed = rootNames(mine, theirs);
    const beside = [...rows.beside(entries), mirrorWrites(row(there))];
    if (renamed.length === 0) engine.lay(beside);
    else {
      const put = [{ ...mine.root, roots: theirs.root.roots } as unknown as AnyRecord];
      engine.send(hash, { do: 'take', renamed, put, gone: [] }, 'remote', beside);
    }
    return true;
  }
}

/** [Assets] what came with a template is read-only there and cannot be made: it becomes an asset of the project's own, and so do its uses. */
function ownAssets(project: Project, newId: () => string): Pick<Take, 'renamed' | 'put'> {
  const renamed: [from: string, to: string][] = [];
  const put: AnyRecord[] = [];
  for (const asset of project.all('asset')) {
    if (!asset.type.startsWith('template-')) continue;
    const id = newId();
    renamed.push([asset.id, id]);
    put.push({ ...asset, id, type: asset.type.replace('template-', '') } as unknown as AnyRecord);
    for (const holder of project.holdersOf(asset.id)) {
      const user = project.at(holder);
      const cover = user?.cover as { id?: string } | null | undefined;
      if (user && cover?.id === asset.id) put.push({ ...user, cover: { type: 'image', id } });
    }
  }
  return { renamed, put };
}

/** The roots are one thing on both sides, whatever they are called. */
function rootNames(mine: Project, theirs: Project): [from: string, to: string][] {
  const kinds = ['board', 'component', 'asset', 'variable'] as const;
  return kinds.flatMap((kind): [string, string][] => {
    const [from, to] = [mine.root.roots[kind], theirs.root.roots[kind]];
    return from !== to && mine.has(from) && from !== PROJECT ? [[from, to]] : [];
  });
}

/** Not allowed, or not taken as it is: then piece by piece. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof Problem && ['forbidden', 'invalid', 'unsupported', 'importIntegrity', 'tooLarge', 'method'].includes(error.code))
    return undefined;
  throw error;
}
