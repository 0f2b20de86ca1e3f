/** Names and texts that mean harm, through the API: markup that could run, names of what every object has, ids that are none. */
import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import { openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import type { ServiceAt } from '../../conformance/place.ts';
import { newStory, type Story } from '../../conformance/story.ts';
import { png } from '../../media-files.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { ids, smallStory } from '../importers/small-story.ts';

let service: ServiceAt;
let story: Story;
let element = '';
beforeAll(async () => {
  service = await inProcessPlace.open();
  story = await newStory(openClient(service));
  element = await story.element();
});
afterAll(() => service.close());

/** Properties that every object has, and names that some code treats specially. */
const inherited = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'isPrototypeOf'];
const made = async (path: string, body: unknown): Promise<string> => {
  const answer = await story.client.post(at(path), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const spot = () => ({ boardId: story.board, x: 1, y: 2 });
const at = (path: string) => `/${story.hash}${path}`;

describe('[Common conventions] rich text cannot run', () => {
  const tags = [
    'script',
    'img',
    'svg',
    'iframe',
    'a',
    'p',
    'b',
    'code',
    'style',
    'math',
    'P',
    'object',
    'template',
    'noscript',
    'form',
    'span',
    'pre',
    'ul',
  ];
  const attributes = [
    '',
    ' onclick=alert(1)',
    ' onerror="x()"',
    ' href="javascript:alert(1)"',
    ' href=" java\tscript:x"',
    ' style="background:url(x)"',
    ' src=x',
    ' srcdoc="<script>x</script>"',
    ' data-x',
    '/',
    ' p',
    '\u0000',
    ' onclick',
    ' x="',
    " x='",
  ];
  const words = [
    'text',
    '<',
    '>',
    '&lt;script&gt;',
    '&#60;script&#62;',
    '&#x3c;b&#x3e;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml',
    '<!doctype html>',
    '\u0000',
    '&amp',
    '&#0;',
    '&NewLine;',
    '＜script＞',
  ];
  const piece = fc.oneof(
    fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes)).map(([tag, attribute]) => `<${tag}${attribute}>`),
    fc.constantFrom(...tags).map((tag) => `</${tag}>`),
    fc.constantFrom(...words),
    fc.string({ maxLength: 5 }),
  );
  const html = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc
      .array(fc.constantFrom('<p>', '</p>', '<b>', '</b>', '<code>', '</code>', 'x', ' ', '&amp;', '<', '&lt;i&gt;'), { maxLength: 10 })
      .map((pieces) => `<p>${pieces.join('')}</p>`),
  );
  /** Nothing but the three tags without attributes, closed in order; everything else is text. */
  const harmless = /^(?:<\/?(?:p|b|code)>|[^<>]|&(?:lt|gt|amp|nbsp);)*$/;

  test('[Errors 4] any markup is stored as p, b, code and text only, or the request is a 400 at its field', async () => {
    let taken = 0;
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        html,
        fc.constantFrom('title', 'content'),
        fc.constantFrom('plain' as const, 'map' as const, 'path' as const),
        async (text, field, form) => {
          const body = { plain: { [field]: text }, map: { [field]: { en: { text } } }, path: { [`${field}/en/text`]: text } }[form];
          const { status, body: answer } = await story.client.patch(at(`/element/${element}`), body);
          count++;
          if (status === 200) {
            taken++;
            const stored = (await story.client.get(at(`/element/${element}`))).body[field].en.text;
            expect(stored ?? '').toMatch(harmless);
            expect(serialize(parseFragment(stored ?? '')), 'a browser reads it as it stands').toBe(stored ?? '');
          } else {
            expect(status).toBe(400);
            expect(Object.keys(answer.errors)).toEqual([form === 'plain' ? expect.stringMatching(new RegExp(`^${field}`)) : `${field}.en`]);
          }
        },
      ),
      { numRuns: cases(1500) },
    );
    expectEnough(taken, count, 0.1);
  });

  test('[Common conventions] notes accept p and b only, in every form of the request', async () => {
    const note = await made('/note', spot());
    for (const text of [
      '<p><code>x</code></p>',
      '<code>x</code>',
      '<p><script>x</script></p>',
      '<P ONCLICK=x>y</P>',
      '<b/onclick=x>y</b>',
      '<b><p>x</p></b>',
    ])
      expect((await story.client.patch(at(`/note/${note}`), { content: text })).status, text).toBe(400);
  });

  test('[Connection, Attribute] labels and rich-text attributes as well', async () => {
    const other = await made('/element', spot());
    const line = await made('/connection', {
      boardId: story.board,
      sourceid: element,
      sourceType: 'elements',
      targetid: other,
      targetType: 'elements',
    });
    const attribute = await made(`/element/${element}/attribute`, { value: { type: 'rich-text' } });
    for (const text of ['<img src=x onerror=alert(1)>', '<p><a href="javascript:x">y</a></p>', '<svg/onload=x>', '<p style="x">y</p>']) {
      expect((await story.client.patch(at(`/connection/${line}`), { label: text })).status, text).toBe(400);
      expect((await story.client.patch(at(`/element/${element}/attribute/${attribute}`), { value: { data: text } })).status, text).toBe(
        400,
      );
    }
  });

  test('[Branch and conditions] scripts contain no markup but mentions', async () => {
    const branch = await made('/branch', spot());
    for (const script of [
      '<script>x</script>',
      '<img src=x>',
      '<span onclick="x">y</span>',
      '<span class="mention" data-id="x" data-type="component" onclick="x">y</span>',
    ])
      expect((await story.client.patch(at(`/branch/${branch}/if-condition`), { script })).status, script).toBe(400);
  });
});

test('[Errors 2] errors of a body are those of its fields: a field with an error has only that one', async () => {
  const faults = async (body: object) => (await story.client.patch(at(`/element/${element}`), body)).body.errors;
  expect(Object.keys(await faults({ title: '<i>x</i>' }))).toEqual(['title']);
  expect(Object.keys(await faults({ 'title/en/text': 5 }))).toEqual(['title/en/text']);
  expect(Object.keys(await faults({ 'title/en/text': 5, theme: 'x' })).sort()).toEqual(['theme', 'title/en/text']);
  expect(Object.keys(await faults({ fields: 1 }))).toContain('fields');
});

describe('names of properties that every object has', () => {
  test.each(inherited)(
    '[Localized content] %s is not a language of the project: a 409 in a map and by path, and an ordinary name of a variable',
    async (name) => {
      const asJson = (text: string) => story.client.patch(at(`/element/${element}`), text);
      for (const body of [`{"title":{"${name}":"x"}}`, `{"title/${name}":"x"}`, `{"title.${name}.text":"x"}`]) {
        const { status, body: answer } = await asJson(body);
        expect([status, answer.conflictType], body).toEqual([409, 'unknown_locale']);
        expect(Object.keys(answer.errors)).toEqual([`title.${name}`]);
      }
      const variable = await story.client.post(at('/variable'), { name });
      expect(variable.status).toBe(201);
      const board = await story.client.post(at('/board'), { name });
      expect(board.status).toBe(201);
      expect((await story.client.post(at('/component'), { name })).status).toBe(201);
      expect((await story.client.get(at('/json'))).status).toBe(200);
    },
  );

  test.each(inherited)('[Common conventions] a property %s is rejected by its name', async (name) => {
    const { status, body } = await story.client.patch(at(`/element/${element}`), `{"theme":"red","${name}":{"polluted":true}}`);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([name]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each(inherited)('[Projects, G20] a file whose language is called %s is rejected at the path of the language', async (iso) => {
    const locales = [
      { iso: 'en', name: 'English', base: null },
      { iso, name: 'Other', base: 'en' },
    ];
    const { status, body } = await story.client.post('/workspace/projects/import', { name: 'x', project: { ...smallStory(), locales } });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['locales.1.iso']]);
  });

  test.each(inherited)('[G20] nor does the owner add a language %s', async (iso) => {
    const answer = service.ask('project.send', { hash: story.hash, command: { do: 'addLocale', locale: { iso, name: 'x', base: 'en' } } });
    await expect(answer).rejects.toThrow();
  });

  test.each(['../../x', 'a/b', 'a\\b', '', ' ', 'x'.repeat(65), 'de\u0000', '.', 'de fr'])(
    '[G20] a language code can be part of a file name, unlike %j',
    async (iso) => {
      const answer = service.ask('project.send', {
        hash: story.hash,
        command: { do: 'addLocale', locale: { iso, name: 'x', base: 'en' } },
      });
      await expect(answer).rejects.toThrow();
    },
  );

  test('[Projects] a file with such names as ids or collections is rejected or imported like any other', async () => {
    for (const name of inherited) {
      const file = JSON.stringify(smallStory());
      const spoilt = [
        file.replaceAll(ids.hero, name),
        file.replaceAll(ids.start, name),
        file.replace('"elements":{', `"elements":{"${name}":{"title":"x","content":"","outputs":[],"components":[]},`),
        file.replace('"theme":"default"', `"${name}":{"polluted":1},"theme":"default"`),
        file.replaceAll(ids.root, name),
      ];
      for (const text of spoilt) {
        const { status, body } = await story.client.post('/workspace/projects/import', `{"name":"x","project":${text}}`);
        expect([201, 400]).toContain(status);
        if (status !== 201) continue;
        const read = async (path: string) => (await story.client.get(`/${body.hash}${path}`)).body;
        const tree = (await read('/board')) as { id: string }[];
        const boards = Object.keys((await read('/json')).boards);
        expect(new Set(boards)).toEqual(new Set(tree.map(({ id }) => id)));
        expect((await read('/unity')).boards).toBeDefined();
      }
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('[Errors 5] invalid ids', () => {
  const strange = [...inherited, '..%2f..%2fetc%2fpasswd', '%00', '%ff', '%', 'a%2Fb', 'project', 'root', '%20', '*', "'or'1'='1"];
  const withIds = routes.filter(({ path, name }) => /:(?!hash)/.test(path) && name !== 'removeProject');

  test.each(withIds.map((route) => [route.name, route] as const))(
    '%s answers each of them with 404 and changes nothing',
    async (_name, { method, path, body }) => {
      const before = (await story.client.get(at('/json'))).body;
      for (const id of strange) {
        const there = path.replace(':hash', story.hash).replace(/:\w+/g, id);
        const { status } = await story.client.send(method, there, body && method !== 'GET' ? {} : undefined);
        expect(body ? [400, 404] : [404], `${method} ${there}`).toContain(status);
      }
      expect((await story.client.get(at('/json'))).body).toEqual(before);
    },
  );

  test('[G3, Errors 5] they are not projects either, whatever other errors a request has', async () => {
    for (const id of [...strange, 'workspace', 'user'])
      for (const [method, path] of [
        ['GET', '/board'],
        ['GET', '/json'],
        ['DELETE', ''],
        ['PATCH', ''],
        ['POST', '/asset/upload'],
      ] as const) {
        const { status } = await story.client.send(method, `/${id}${path}`, method === 'GET' ? undefined : { name: 'x' });
        expect(status, `${method} /${id}${path}`).toBe(404);
      }
  });
});

describe('[Assets] names of files', () => {
  const picture = () => new Blob([new Uint8Array(png())]);
  const stored = async (): Promise<string> => {
    const form = new FormData();
    form.set('type', 'image');
    form.set('file', picture(), 'a.png');
    return (await story.client.post(at('/asset/upload'), form)).body.filename;
  };

  test('the file name of a download cannot break out of the header, and is cut to its length', async () => {
    const names = [
      'a"; filename="evil.html',
      'x\r\nSet-Cookie: a=b',
      'ü'.repeat(300),
      'x'.repeat(200_000),
      '\ud800',
      '../../x.png',
      'a\u0000b',
      '%0d%0ax: y',
      '\u202egnp.exe',
      '<script>.png',
    ];
    for (const name of names) {
      const asset = await made('/asset', { name, type: 'image', file: await stored() });
      const { status, headers } = await story.client.get(at(`/asset/${asset}/file`));
      expect(status).toBe(200);
      const said = headers.get('content-disposition') ?? '';
      expect(said).toMatch(/^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[\w.!#$&+^`|~%-]*)?$/);
      expect(said.match(/filename="/g)).toHaveLength(1);
      expect(said.length).toBeLessThan(4000);
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('an asset that names a file of another project, or a path, has no file', async () => {
    const file = await stored();
    const other = await newStory(story.client);
    for (const name of [
      file,
      `../${story.hash}/${file}`,
      `${story.hash}/${file}`,
      '../../../etc/passwd',
      '/etc/passwd',
      '__proto__',
      '.',
      '',
    ]) {
      const { status, body } = await other.client.post(`/${other.hash}/asset`, { name: 'x.png', type: 'image', file: name });
      if (status === 400) continue;
      expect(status).toBe(201);
      expect((await other.client.get(`/${other.hash}/asset/${body.id}/file`)).status, name).toBe(404);
      expect((await other.client.get(`/${other.hash}/asset/${body.id}`)).body.bytes, name).toBeUndefined();
    }
  });
});
