/**
 * A test of the conformance suite: the ids of the rules in docs/rules/service.md that it proves, and a sentence. It tests the service of
 * the chosen place over HTTP. Tests whose needs the place does not meet are reported by name.
 */
import { afterAll, type TestContext, test } from 'vitest';
import { readServiceRules } from '../../scripts/rules.mjs';
import type { Client } from './client.ts';
import { openClient } from './client.ts';
import { type Capability, place } from './place.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The rules that a test proves. */
    rules?: string[];
    /** Why this place cannot be tested with it. */
    notJudged?: string;
  }
}

const known: ReadonlySet<string> = new Set(readServiceRules().map(({ id }) => id));

interface Options {
  readonly needs?: readonly Capability[];
}

/** `run` receives a client with a key that has all permissions; all tests of a file share one service. */
export function rule(
  ids: string | readonly string[],
  sentence: string,
  run: (client: Client) => Promise<void>,
  options: Options = {},
): void {
  const rules = [ids].flat();
  for (const id of rules) if (!known.has(id) && !/^\[G\d+\]$/.test(id)) throw new Error(`${id} is not a rule of docs/rules/service.md`);
  test(`${rules.join(' ')} ${sentence}`, async ({ task, skip }: TestContext) => {
    task.meta.rules = rules;
    const lacks = (options.needs ?? []).filter((need) => !place.offers.has(need));
    if (lacks.length > 0) {
      task.meta.notJudged = `${place.name} does not offer: ${lacks.join(', ')}`;
      skip(task.meta.notJudged);
    }
    await run(await theClient());
  });
}

/** A table of similar cases: one test for each. */
export function rules<T>(
  cases: readonly T[],
  ids: (each: T) => string | readonly string[],
  sentence: (each: T) => string,
  run: (client: Client, each: T) => Promise<void>,
  options: Options = {},
): void {
  for (const each of cases) rule(ids(each), sentence(each), (client) => run(client, each), options);
}

let client: Promise<Client> | undefined;
const theClient = (): Promise<Client> => {
  client ??= place.open().then(openClient);
  return client;
};
afterAll(async () => {
  const used = await client?.catch(() => undefined);
  if (!used) return;
  // The projects are deleted from another's service; our own service is discarded with everything in it.
  if (used.service.waits) for (const hash of used.service.made) await used.remove(`/${hash}`);
  await used.service.close();
});
