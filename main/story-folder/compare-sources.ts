/** What differs between two stories, wherever they are, in sentences; and one file in readable words, which git compares line by line. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { compareStoriesInSteps, type StoryChange } from '../../shared/diff/compare-stories.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import { fieldLabel, kindLabel } from '../../shared/model/kind-messages.ts';
import { getKind, isKindName } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { richTextToPlainText, toReadableText } from '../../shared/rich-text/plain-text.ts';
import { importStory } from '../importers/import-story.ts';
import { assertStory } from '../importers/other-files.ts';
import { readImportSource } from '../importers/read-import-source.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { systemEnvironment } from '../platform/environment.ts';
import { isStoryFolder, readStoryFile, readStoryFolder } from './read-folder.ts';
import { createFolderProblem } from './read-story-files.ts';
import { parseYamlFile, YamlError } from './yaml-file.ts';

/** The sources are story folders, or anything that can be imported as JSON. Throws a Problem if one cannot be read as a whole. */
export async function compareSources(before: string, after: string): Promise<readonly StoryChange[]> {
  const [one, two] = [await readStory(before), await readStory(after)];
  return new CooperativeYielder().runToEnd(compareStoriesInSteps(one, two));
}

async function readStory(path: string): Promise<Project> {
  if (!(await isStoryFolder(path))) {
    const { json, fileName, assetFiles } = await readImportSource({ path });
    await assetFiles?.close();
    assertStory(json, fileName);
    return new Project((await importStory(json, { environment: systemEnvironment, repair: false })).records);
  }
  const { project, problems } = await readStoryFolder(path);
  if (problems.length > 0) throw createFolderProblem(problems);
  return project;
}

/** A line of a description, and how far it is indented. */
interface DescribedLine {
  readonly level: number;
  readonly text: Message;
}

/** A file of a story folder in words: each record with its fields, texts as they read. A file that is none is shown as it is. */
export async function describeFile(path: string): Promise<readonly DescribedLine[]> {
  if ((await stat(path).catch(() => null))?.isDirectory())
    throw new Problem('invalid', message('storyFolder.problem.compareFolders', { name: basename(path) }));
  const text = await readStoryFile(path);
  if (typeof text !== 'string') throw new Problem('invalid', message('storyFolder.problem.ofFile', { path: basename(path), fault: text }));
  try {
    const { value, entries } = parseYamlFile(text);
    const isFlat = [...entries.values()].some((entry) => entry.entries === null);
    return isFlat
      ? describeFields(value, 0)
      : [...entries].flatMap(([id, entry]) => [{ level: 0, text: nameOf(id, entry.value) }, ...describeFields(entry.value, 1)]);
  } catch (error) {
    if (error instanceof YamlError) return text.split('\n').map((line) => ({ level: 0, text: verbatim(line) }));
    throw error;
  }
}

function nameOf(id: string, block: unknown): Message {
  const { kind, title, name } = isJsonObject(block) ? block : {};
  if (typeof kind !== 'string' || !isKindName(kind)) return verbatim(id);
  const text = [title, name].find((each) => typeof each === 'string');
  const label = kindLabel(kind);
  return text === undefined
    ? message('storyChanges.unnamed', { kind: label })
    : message('storyChanges.named', { kind: label, name: richTextToPlainText(String(text)) });
}

function describeFields(block: unknown, level: number): DescribedLine[] {
  const { kind, ...fields }: JsonObject = isJsonObject(block) ? block : {};
  const facets = typeof kind === 'string' && isKindName(kind) ? getKind(kind).facets : {};
  return Object.entries(fields).flatMap(([field, value]) => describeField(fieldLabel(facets[field]?.label ?? field), value, level));
}

function describeField(label: Message, value: unknown, level: number): DescribedLine[] {
  const text = typeof value === 'string' ? toReadable(value) : JSON.stringify(value);
  const [first = '', ...others] = text.split('\n');
  if (others.length === 0) return [{ level, text: message('storyFolder.fieldValue', { label, value: verbatim(first) }) }];
  return [
    { level, text: message('storyFolder.fieldValue', { label, value: '' }) },
    ...[first, ...others].map((line) => ({ level: level + 1, text: verbatim(line) })),
  ];
}

/** Line breaks between paragraphs belong to the file. */
const toReadable = (text: string): string => (text.includes('<') ? toReadableText(text.replaceAll('>\n<', '><')) : text);
