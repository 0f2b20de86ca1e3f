/** [Targets] What is written into a resource of Godot is what an independent reader of the format reads back, and nothing else in the file changes. */
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  findProjectSettings,
  removeProjectSettings,
  setProjectSettings,
  toGodotVariantText,
} from '../../../../main/exporters/godot/godot-resource.ts';
import { decodeLossless } from '../../../../main/exporters/lossless-text.ts';
import { cases } from '../../../rounds.ts';
import { endSlicesAtOnce } from '../../../short-slices.ts';
import { readGodotResource } from './read-godot-resource.ts';

const resource = (settings: string) => `[gd_resource type="Resource" script_class="ArcweaveAsset" load_steps=2 format=3 uid="uid://b1"]

[ext_resource type="Script" path="res://addons/arcweave/Editor/ArcweaveAsset.gd" id="1_é"]

[resource]
script = ExtResource("1_é")
api_key = "a \\"key\\" with ] and = in it"
${settings}refresh = -1.5e+3
`;

/** The story in a file that contained `settings` before, as Godot would read it. */
async function writeAndRead(story: unknown, settings = 'project_settings = {\n"old": [1, 2]\n}\n') {
  const { text, encode } = decodeLossless(Buffer.from(resource(settings)));
  const range = (await findProjectSettings(text)) ?? null;
  const bytes = encode(setProjectSettings(text, range, await toGodotVariantText(JSON.stringify(story))));
  return { ...readGodotResource(bytes), bytes };
}

/** Godot's texts contain neither NUL nor half of a surrogate pair. */
const readable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) => {
    if (typeof each === 'string') return each.toWellFormed().replaceAll('\0', '\ufffd');
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key.toWellFormed().replaceAll('\0', '\ufffd'), inner]));
  });

const others = { script: { ExtResource: ['1_é'] }, api_key: 'a "key" with ] and = in it', refresh: -1500 };

test.each([
  ['quotes and backslashes', 'say "\\"hi\\"" \\ \\\\ \\n \\u0041'],
  ['tabs and line ends', 'a\tb\nc\r\nd\re\f\b\v'],
  ['emoji and accents', '👩‍🚀 🇩🇪 é e\u0301 \u2028 \u{10ffff} \ufeff'],
  ['half of a surrogate pair', '\ud83d and \ude00 and \ude00\ud83d'],
  ['NUL and other control characters', 'a\0b\u0001\u001f\u007f\u0085'],
  ['the syntax of the format', '"\n[resource]\nproject_settings = {}\n; ExtResource("1") }])'],
  ['nothing', ''],
])('%s', async (_name, text) => {
  const story = { name: text, [text]: [text, { [`${text}2`]: text }] };
  for (const settings of [undefined, '', 'project_settings = null\n']) {
    const { tags, properties } = await writeAndRead(story, settings);
    expect(tags).toEqual(['gd_resource', 'ext_resource', 'resource']);
    expect(Object.fromEntries(properties)).toEqual({ ...others, project_settings: readable(story) });
  }
});

test('any JSON', async () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.constantFrom('"', '\\', '\t', '\0', '\ud800', '\udfff', '}', '='), fc.string({ unit: 'binary', maxLength: 1 })),
  });
  const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });
  await fc.assert(
    fc.asyncProperty(anyText, json, async (text, value) => {
      const story = { text, value: JSON.parse(JSON.stringify(value).replaceAll('-0', '0').replaceAll('__proto__', 'proto')) as unknown };
      expect((await writeAndRead(story)).properties.get('project_settings')).toEqual(readable(story));
    }),
    { numRuns: cases(40) },
  );
});

test('16 MB', async () => {
  const story = { text: '"\\é😀\n'.repeat(2 ** 16) + 'é'.repeat(2 ** 23) };
  const { bytes, properties } = await writeAndRead(story);
  expect(bytes.length).toBeGreaterThan(16 * 2 ** 20);
  expect((properties.get('project_settings') as typeof story).text === story.text).toBe(true);
});

test('a value that was added is removed without a trace', async () => {
  const { text } = decodeLossless(Buffer.from(resource('')));
  const written = setProjectSettings(text, null, await toGodotVariantText('{"name": "\\"\\\\"}'));
  const range = (await findProjectSettings(written)) ?? expect.fail('no value');
  expect(removeProjectSettings(written, range)).toBe(text);
});

test('other work runs between the entries of a long story, and while its value is searched', async () => {
  endSlicesAtOnce();
  let turns = 0;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    vi.unstubAllGlobals();
  });
  const countTurns = (): void => {
    turns += 1;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const elements = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`e${at}`, { title: `${at}`, outputs: [] }]));
  const value = await toGodotVariantText(JSON.stringify({ elements, text: 'a'.repeat(2 ** 20) }));
  expect(turns).toBeGreaterThanOrEqual(600);
  turns = 0;
  await findProjectSettings(resource(`project_settings = ${value}\n`));
  expect(turns).toBeGreaterThanOrEqual(16);
});
