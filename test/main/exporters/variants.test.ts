/**
 * What the variants of an export have to do with each other. The goldens show two stories in every variant; here the other variants of all samples and of
 * random stories follow from one of them: the destinations, the formats, the languages, a limit to some boards.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportStory, type StoryExportOptions } from '../../../main/exporters/exporters.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { allKinds } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { cases } from '../../rounds.ts';
import { goldenStory, templateStory } from './goldens.ts';
import { randomStory } from './random-story.ts';

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (project: Project, options: Partial<StoryExportOptions>): string =>
  exportStory(project, { format: 'json', destination: 'file', ...options });
const storyOf = (project: Project, options: Partial<StoryExportOptions>): JsonObject => JSON.parse(textOf(project, options));

/** The story without the values at which `leaves` returns true; `path` has the keys from the root of the file. */
function without(story: Json, leaves: (path: readonly string[], value: Json) => boolean, path: readonly string[] = []): Json {
  if (Array.isArray(story)) return story.map((each, at) => without(each, leaves, [...path, String(at)]));
  if (!isObject(story)) return story;
  return Object.fromEntries(
    Object.entries(story).flatMap(([key, value]) =>
      leaves([...path, key], value) ? [] : [[key, without(value, leaves, [...path, key])] as const],
    ),
  );
}

const geometry = new Set(['x', 'y', 'width', 'height']);
const boardItems = new Set(['notes', 'elements', 'jumpers', 'branches']);
const isGeometry = ([collection = '', , key = '']: readonly string[]): boolean => boardItems.has(collection) && geometry.has(key);

/** The texts whose markup depends on the format: all but plain ones. */
const richTexts = new Map(
  allKinds.map(({ plural, texts }) => [plural, Object.keys(texts).filter((field) => texts[field]?.format !== 'plain')] as const),
);
const isRichText = ([collection = '', , key = '', inner]: readonly string[]): boolean =>
  richTexts.get(collection)?.includes(key) ||
  (collection === 'attributes' && key === 'value' && inner === 'data') ||
  collection === 'contents';

/** The localized fields, with what a file in one language contains where there is no text. */
const localizedFields = allKinds.flatMap(({ plural, texts, localizedFields: fields }) =>
  fields.map((field) => {
    const rule = texts[field];
    const withoutText = (format: string): Json => {
      if (rule?.whenEmpty !== 'text') return null;
      return rule.format === 'plain' || format === 'json' ? '' : '<p></p>';
    };
    return [plural, field, withoutText] as const;
  }),
);

/** The texts of one language, by record and field: what a file with all languages contains, or what one in that language does. */
function textsOfLanguage(all: JsonObject, iso: string, format: string): Json {
  const contents = isObject(all.contents) ? all.contents : {};
  return localizedFields.map(([collection, field, withoutText]) => {
    const records = all[collection];
    return Object.keys(isObject(records) ? records : {}).map((id) => {
      const record = contents[id];
      const languages = isObject(record) ? record[field] : undefined;
      const entry = isObject(languages) ? languages[iso] : undefined;
      return [collection, id, field, (isObject(entry) ? entry.text : undefined) ?? withoutText(format)];
    });
  });
}

const textsOf = (story: JsonObject): Json =>
  localizedFields.map(([collection, field]) => {
    const records = story[collection];
    return Object.entries(isObject(records) ? records : {}).map(([id, record]) => [
      collection,
      id,
      field,
      (isObject(record) ? record[field] : undefined) ?? null,
    ]);
  });

const isLocalizedText = ([collection = '', , key = '']: readonly string[]): boolean =>
  collection === 'contents' || collection === 'locales' || localizedFields.some(([of, field]) => of === collection && field === key);

/** A folder or root of components has no name in several languages. */
const isRootOfComponents = ([collection]: readonly string[], value: Json): boolean =>
  collection === 'components' && isObject(value) && value.root === true;

function assertVariantsAgree(project: Project): void {
  const locales = project.projectRecord.locales.map(({ iso }) => iso);

  // Destinations: a download has the bytes of the file, wrapped for the importers that expect it.
  expect(textOf(project, { destination: 'http' })).toBe(textOf(project, {}));
  expect(textOf(project, { format: 'unity', destination: 'http' })).toBe(textOf(project, { format: 'unity', compact: true }));
  expect(storyOf(project, { format: 'godot', destination: 'http' })).toEqual({ project: storyOf(project, { format: 'godot' }) });
  const unreal = storyOf(project, { format: 'unreal', destination: 'http' });
  const isTreeRoot = ([collection = '']: readonly string[], value: Json) =>
    ['boards', 'components'].includes(collection) && isObject(value) && value.root === true;
  expect(unreal).toEqual({ project: without(storyOf(project, { format: 'unreal' }), isTreeRoot) });
  for (const format of exportFormats) {
    const stored = storyOf(project, { format, destination: 'http', storedNames: true });
    const plain = storyOf(project, { format, destination: 'http' });
    const isFileOfAsset = (path: readonly string[]) => path.at(-3) === 'assets' && path.at(-1) === 'file';
    expect(without(stored, isFileOfAsset)).toEqual(without(plain, isFileOfAsset));
  }

  // Formats: Unity and Unreal read the same file, Godot's has no geometry, and the texts are in the markup of the engine.
  expect(textOf(project, { format: 'unreal' })).toBe(textOf(project, { format: 'unity' }));
  const unity = storyOf(project, { format: 'unity' });
  expect(storyOf(project, { format: 'godot' })).toEqual(without(unity, isGeometry));
  expect(without(storyOf(project, {}), isRichText)).toEqual(without(unity, isRichText));

  // Languages: a file in one language has its texts of the file with all of them, and everything else is the same in all.
  for (const format of exportFormats) {
    for (const fallbackContents of [false, true]) {
      const all = storyOf(project, { format, allLocales: true, fallbackContents });
      expect(all.locales).toEqual(project.projectRecord.locales);
      for (const locale of locales) {
        const one = storyOf(project, { format, locale, fallbackContents });
        const roots = without(one, isRootOfComponents) as JsonObject;
        expect(textsOf(roots), `${format} ${locale}`).toEqual(
          textsOfLanguage(without(all, isRootOfComponents) as JsonObject, locale, format),
        );
        expect(without(one, isLocalizedText)).toEqual(without(all, isLocalizedText));
      }
    }
  }

  // Boards: what a limited file contains is in the whole one, but for references to what was left out.
  const boards = [...project.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
  const whole = storyOf(project, {});
  for (const id of boards) assertIsPartOf(storyOf(project, { boardIds: [id] }), whole, []);
}

/** Every value of the part is the one of the whole; references may be null and lists shorter. */
function assertIsPartOf(part: Json, whole: Json | undefined, path: readonly string[]): void {
  if (isObject(part)) {
    for (const [key, value] of Object.entries(part)) assertIsPartOf(value, isObject(whole) ? whole[key] : undefined, [...path, key]);
  } else if (Array.isArray(part)) {
    const list = (Array.isArray(whole) ? whole : []).map((each) => JSON.stringify(each));
    for (const each of part) expect(list, path.join('.')).toContain(JSON.stringify(each));
  } else if (part !== null) expect(part, path.join('.')).toEqual(whole);
}

describe('the variants of an export', () => {
  test.each(projectTemplates)('[Exports] of the template %s follow from one another', async (template) => {
    assertVariantsAgree(await templateStory(template));
  });

  test('[Exports] of the story of everything follow from one another', async () => {
    assertVariantsAgree(await goldenStory('everything'));
  });

  test('[Exports] of random stories follow from one another', () => {
    fc.assert(
      fc.property(randomStory, (story) => assertVariantsAgree(story.project())),
      { numRuns: cases(20) },
    );
  });
});
