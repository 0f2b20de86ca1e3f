/** (I39) The first write of each kind and field to a remote is verified by a read, once for all its projects. */
import { afterEach, expect, test } from 'vitest';
import { HostedWorkspace } from './hosted-workspace.ts';

let h: HostedWorkspace | undefined;
afterEach(async () => {
  await h?.close();
  h = undefined;
});

test('[I39] what was verified counts for all projects of the remote, and after a restart', async () => {
  const hosted = await HostedWorkspace.open(5);
  h = hosted;
  const [one, two] = [await hosted.addSyncedProject('One', 1), await hosted.addSyncedProject('Two', 1)];
  /** The requests about elements after a change of the only one, from the time on when a version of the project is known. */
  const requestsAfter = async (hash: string, fields: Readonly<Record<string, unknown>>): Promise<string[]> => {
    const before = hosted.requests.length;
    const [id = ''] = [...hosted.localEngine.getProject(hash).recordsOfKind('element')].map((each) => each.id);
    hosted.localEngine.execute(hash, { do: 'change', kind: 'element', id, fields }, 'user');
    await hosted.clock.advance(5000);
    return hosted.requests.slice(before).flatMap(({ request }) => (request.includes('/element') ? [request.split(' ')[0] ?? ''] : []));
  };
  for (const hash of [one, two]) await requestsAfter(hash, { x: 30 });
  await hosted.clock.advance(60_000);
  expect(await requestsAfter(one, { y: 40 })).toEqual(['PATCH', 'GET']);
  expect(await requestsAfter(one, { y: 41 })).toEqual(['PATCH']);
  expect(await requestsAfter(two, { y: 42 })).toEqual(['PATCH']);
  await hosted.restart();
  await hosted.clock.advance(60_000);
  expect(await requestsAfter(two, { y: 43 })).toEqual(['PATCH']);
  expect(await requestsAfter(two, { y: 44, theme: 'red' })).toEqual(['PATCH', 'GET']);
});
