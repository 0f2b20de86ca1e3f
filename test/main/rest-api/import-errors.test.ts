/** What an import over HTTP says about an invalid story: in words of a request, without what only the window and the command line have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import type { ServiceAt } from '../../conformance/place.ts';
import { danglingReferences, inconsistencies, invalidValues } from '../importers/broken-stories.ts';
import { changedStory, entryOf, type File, ids } from '../importers/small-story.ts';

let service: ServiceAt;
let client: Client;
beforeAll(async () => {
  service = await inProcessPlace.open();
  client = openClient(service);
});
afterAll(() => service.close());

/** A request has no file, and offers neither a repair nor a window. */
const foreignWords = /\b(?:files?|repair\w*|Taleport|window|dialog|button|choose|command|--\w+)\b/i;

const invalidStories: readonly (readonly [what: string, change: (file: File) => void])[] = [
  ...danglingReferences.map(([path, change]) => [`a reference to nothing at ${path}`, change] as const),
  ...inconsistencies.map(([what, , change]) => [what, change] as const),
  // The name of a request replaces that of the story.
  ...invalidValues.filter(([path]) => path !== 'name').map(([path, change]) => [`an invalid value at ${path}`, change] as const),
  [
    'several errors',
    (file) => {
      for (const [, change] of danglingReferences.slice(0, 3)) change(file);
    },
  ],
];

test.each(invalidStories)('[Projects] an import of %s is explained in words of a request', async (_, change) => {
  const { status, body } = await client.post('/workspace/projects/import', { name: 'Imported', project: changedStory(change) });
  expect(status).toBe(400);
  const texts = [body.title, body.detail, ...Object.values(body.errors)].map(String);
  expect(texts.filter((text) => foreignWords.test(text) || text.includes('..'))).toEqual([]);
});

test('[Projects] a form, and text that is no JSON, get a 400 that says what to send', async () => {
  const form = new FormData();
  form.set('project', new Blob(['{}'], { type: 'application/json' }), 'story.json');
  const answers = [form, '{"name": "x", "project": {', '[]', '{"name": "x"}', '{"name": "x", "project": "story.json"}'].map((body) =>
    client.post('/workspace/projects/import', body),
  );
  const bodies = (await Promise.all(answers)).map(({ status, body }) => [status, body.detail]);
  expect(bodies).toEqual([
    [400, 'Content-Type: must be application/json'],
    [400, expect.stringMatching(/^body: isn’t valid JSON: /)],
    [400, expect.stringMatching(/^body: must be /)],
    [400, 'project: is required'],
    [400, expect.stringMatching(/^project: must be /)],
  ]);
});

test('[G36] an import quotes a long name only in part', async () => {
  const long = 'x'.repeat(100_000);
  const stories = [
    changedStory((file) => Object.assign(file, { startingElement: long })),
    changedStory((file) =>
      Object.assign(entryOf(file.elements, ids.start), { title: `<${long}>`, content: `<p ${long}="1">`, theme: long }),
    ),
    changedStory((file) => Object.assign(file, { contents: { [ids.start]: { title: { [long]: { text: 'x' } } } } })),
    changedStory((file) => Object.assign(file.elements, { [long]: {} })),
    changedStory((file) => Object.assign(entryOf(file.boards, ids.board), { elements: [ids.start, ids.end, long] })),
  ];
  for (const project of stories) {
    const { status, body } = await client.post('/workspace/projects/import', { name: 'Long', project });
    expect(status).toBe(400);
    for (const text of [body.detail, ...Object.values(body.errors)]) expect(String(text).length).toBeLessThan(2000);
  }
});
