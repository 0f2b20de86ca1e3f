/** [Story folder] The JSON Schema of the files agrees with what is written. */
import { expect, test } from 'vitest';
import { folderSchema } from '../../../main/story-folder/folder-schema.ts';
import { parseYamlFile } from '../../../main/story-folder/yaml-file.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { kinds as allKinds } from '../../../shared/model/kinds/kinds.ts';
import { everything } from '../exporters/everything.ts';
import { textsOf, withoutHostedComments, writeStory } from './story-files.ts';

const definitions = folderSchema().$defs as Readonly<
  Record<string, { readonly properties: JsonObject; readonly required: readonly string[] }>
>;
/** What the story has that no version knows. */
const unknownFields = ['align', 'future'];

function expectDescribed(type: string, fields: JsonObject): void {
  const { properties, required } = definitions[type] ?? expect.fail(type);
  for (const field of Object.keys(fields)) if (!unknownFields.includes(field)) expect(properties, `${type}.${field}`).toHaveProperty(field);
  for (const field of required) expect(fields, type).toHaveProperty(field);
}

test('[Story folder] the schema has every field that is written, and requires none that is left out', () => {
  const kinds = new Set<unknown>();
  for (const [path, text] of textsOf(writeStory(withoutHostedComments(everything().project())).files)) {
    if (!path.endsWith('.yaml') || path.startsWith('languages/')) continue;
    const { value, entries } = parseYamlFile(text);
    if (path === 'story.yaml') expectDescribed('story', isJsonObject(value) ? value : {});
    else
      for (const { value: block } of entries.values()) {
        if (!isJsonObject(block)) expect.fail(path);
        kinds.add(block.kind);
        expectDescribed(String(block.kind), block);
      }
  }
  const { story: _story, blocks: _blocks, translations: _translations, comment: _comment, ...described } = definitions;
  expect(Object.keys(described)).toEqual(expect.arrayContaining([...kinds]));
  for (const kind of Object.keys(described)) expect(allKinds).toHaveProperty(kind);
});
