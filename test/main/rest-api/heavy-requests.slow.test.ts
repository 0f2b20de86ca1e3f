/** Requests designed to keep the service busy: if the time grew faster than the request, one key could block everyone else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import type { ServiceAt } from '../../conformance/place.ts';
import { newStory, type Story } from '../../conformance/story.ts';
import { png } from '../../media-files.ts';

let service: ServiceAt;
let story: Story;
let element = '';
let branch = '';
beforeAll(async () => {
  service = await inProcessPlace.open();
  story = await newStory(openClient(service));
  element = await story.element();
  branch = await story.branch();
});
afterAll(() => service.close());

const many = 20_000;
const keys = (name: (at: number) => string, value: unknown) =>
  Object.fromEntries(Array.from({ length: many }, (_, at) => [name(at), value]));

/** Milliseconds: well over what a busy machine needs, and well below what a quadratic algorithm takes. */
const longTimeout = 15_000;

/** Each is about a third of a megabyte; a quadratic algorithm takes half a minute and more. */
const heavy: readonly (readonly [string, string, () => string, () => unknown])[] = [
  ['a board name of underscores', 'POST', () => '/board', () => ({ name: `a${'_'.repeat(300_000)}b` })],
  ['a component name of underscores', 'POST', () => '/component', () => ({ name: `${'_'.repeat(300_000)}b` })],
  ['a component name of spaces', 'POST', () => '/component', () => ({ name: `a${' '.repeat(300_000)}b` })],
  ['unknown properties', 'PATCH', () => `/element/${element}`, () => keys((at) => `k${at}`, 1)],
  [
    'unknown properties in a condition',
    'PATCH',
    () => `/branch/${branch}`,
    () => ({ conditions: { ifCondition: keys((at) => `k${at}`, 1) } }),
  ],
  ['unknown languages', 'PATCH', () => `/element/${element}`, () => ({ title: keys((at) => `k${at}`, 'x') })],
  ['unknown languages by path', 'PATCH', () => `/element/${element}`, () => keys((at) => `title.k${at}`, 'x')],
  ['languages that are no text', 'PATCH', () => `/element/${element}`, () => keys((at) => `title.k${at}`, 7)],
  ['languages with bad markup', 'PATCH', () => `/element/${element}`, () => ({ content: keys((at) => `k${at}`, '<i>') })],
  [
    'conditions that are none',
    'POST',
    () => '/branch',
    () => ({ boardId: story.board, x: 1, y: 1, conditions: { elseIfConditions: Array(many).fill(1) } }),
  ],
  [
    'references to nothing',
    'POST',
    () => `/element/${element}/attribute`,
    () => ({ value: { type: 'component-list', data: Array.from({ length: many }, (_, at) => ({ id: `r${at}`, component: `c${at}` })) } }),
  ],
  ['a script of spans', 'PATCH', () => `/branch/${branch}/if-condition`, () => ({ script: '<span "'.repeat(40_000) })],
  ['a script of comparisons', 'PATCH', () => `/branch/${branch}/if-condition`, () => ({ script: `${'a<b '.repeat(60_000)}` })],
  ['a tag of attributes', 'PATCH', () => `/element/${element}`, () => ({ content: `<p ${'a=b '.repeat(60_000)}>x</p>` })],
  ['unfinished tags', 'PATCH', () => `/element/${element}`, () => ({ content: '<p '.repeat(90_000) })],
  ['entities', 'PATCH', () => `/element/${element}`, () => ({ content: `<p>${'&amp'.repeat(60_000)}</p>` })],
  ['unfinished comments', 'PATCH', () => `/element/${element}`, () => ({ content: '<!--'.repeat(60_000) })],
];

test.each(heavy)(
  '[Limits 7] %s: answered in time that grows with what is sent',
  { timeout: longTimeout },
  async (_what, method, path, body) => {
    const { status } = await story.client.send(method, `/${story.hash}${path()}`, body());
    expect(status).toBeLessThan(500);
  },
);

test('[Limits 7] an element of many scripts with faults is checked in time that grows with it', { timeout: longTimeout }, async () => {
  // Nearly as much script as is checked.
  const content = '<p><b>x</b></p><code>x</code>'.repeat(2800);
  expect((await story.client.patch(`/${story.hash}/element/${element}`, { content })).status).toBe(200);
  expect((await service.ask('project.check', { hash: story.hash, engine: 'unity' })).length).toBeGreaterThan(100);
});

test.each([
  ['conditions', () => ({ boardId: story.board, x: 1, y: 1, conditions: { elseIfConditions: Array(150_000).fill({}) } })],
  ['properties', () => Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`k${at}`, 0]))],
])('[Limits 7, G9] too many %s are a 413, reported before they are processed', { timeout: longTimeout }, async (_what, body) => {
  const { status } = await story.client.post(`/${story.hash}/branch`, body());
  expect(status).toBe(413);
});

test('[Limits 7] brackets inside of strings are not counted as values', async () => {
  const content = `<p>${'[{,'.repeat(100_000)}</p>`;
  const { status } = await story.client.patch(`/${story.hash}/element/${element}`, { content });
  expect(status).toBe(200);
});

test.each([
  ['filename', ''],
  ['field name', 'name'],
])('[Assets] a %s of spaces is handled without delay', { timeout: longTimeout }, async (_what, field) => {
  const long = `a${' '.repeat(field ? 60_000 : 12_000)}b.png`;
  const form = new FormData();
  form.set('type', 'image');
  if (field) form.set(field, long);
  form.set('file', new Blob([new Uint8Array(png())]), field ? 'a.png' : long);
  const single = await inProcessPlace.open({ uploadFlow: 'single' });
  try {
    const at = await newStory(openClient(single));
    const { status } = await at.client.post(`/${at.hash}/asset`, form);
    expect(status).toBeLessThan(500);
  } finally {
    await single.close();
  }
});

test('[Project capacity, G9] concurrent requests create no more projects than the plan allows', async () => {
  const own = await inProcessPlace.open();
  try {
    const client = openClient(own);
    await own.ask('workspace.set', { projects: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/workspace/projects', { template: 'sample' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await client.get('/workspace/projects')).body).toHaveLength(3);
  } finally {
    await own.close();
  }
});
