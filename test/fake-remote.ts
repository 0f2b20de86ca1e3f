/**
 * A remote that behaves as badly as remotes do: our own service in this process, in memory, with faults laid around it under one seed.
 * What it holds is looked at, and changed by somebody else, through `engine`.
 */
import { openVault, type Vault } from '../main/assets/vault.ts';
import { type Engine, openEngine } from '../main/engine/engine.ts';
import { StillStories } from '../main/parts/still-stories.ts';
import { openPeople, type People } from '../main/people/people.ts';
import { peopleShelf } from '../main/people/people-rows.ts';
import { openQuotas } from '../main/service/quotas.ts';
import { openService, type Service } from '../main/service/service.ts';
import type { AnyRecord } from '../shared/kinds/all.ts';
import type { World } from '../shared/world.ts';

export interface Asking {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly json: unknown;
  readonly headers: Headers;
}

export interface FakeRemote {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly people: People;
  readonly key: string;
  readonly handle: Service['handle'];
  /** A project of the workspace from whole records. */
  create(records: readonly AnyRecord[]): string;
  /** The service without any fault. */
  ask(asking: Asking): Promise<Answered>;
  close(): Promise<void>;
}

export async function openFakeRemote(world: World, seats = 1_000_000): Promise<FakeRemote> {
  let stored: Vault | undefined;
  const engine = openEngine(null, world, undefined, (hash, file) => stored?.find(hash, file));
  const people = openPeople(engine.shelf(peopleShelf), world);
  const vault = openVault(null, engine.shelf('files'), world);
  stored = vault;
  const quotas = openQuotas(engine.shelf('quotas'), world);
  const stories = new StillStories(engine);
  const service = openService({
    engine,
    people,
    quotas,
    vault,
    world,
    still: (hash, work) => stories.inTurn(hash, work),
    removeProject: (hash) => engine.remove(hash),
    log: console.error,
  });
  const { id: workspaceId } = people.workspace();
  people.setWorkspace(workspaceId, { seats });
  const { key } = people.createKey({ name: 'mirror', permissions: ['project:read', 'project:write'] });
  return {
    engine,
    vault,
    people,
    key,
    handle: service.handle,
    create: (records) => engine.create(records, (hash) => [people.projectRow(hash, workspaceId)]).hash,
    async ask({ method, path, body }) {
      const init = { method, headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' } };
      const request = new Request(`http://remote/api/v1${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
      const response = await service.handle(request);
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text), headers: response.headers };
    },
    async close() {
      quotas.close();
      await vault.close();
      await engine.close();
    },
  };
}
