/**
 * The golden exports: a sample and the story of everything, in all formats and with all options. Recorded by `npm run goldens`, read in review. What the
 * variants have to do with each other, variants.test.ts tests for every sample.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportStory, getExporter, type StoryExportOptions } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import type { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { Project } from '../../../shared/model/project.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { root } from '../../root.ts';
import { filesFor } from './asset-files.ts';
import { countingEnvironment } from './counting-environment.ts';
import { everything } from './everything.ts';

export const goldenFolder = join(root, 'test/golden');
export const stories = ['everything', 'video-sample'] as const;

export const goldenStory = async (name: (typeof stories)[number]): Promise<Project> =>
  name === 'everything' ? everything().project() : templateStory(name);

/** A sample of the repository, with its ids, images and sounds. */
export async function templateStory(name: (typeof projectTemplates)[number]): Promise<Project> {
  const json: unknown = JSON.parse(readFileSync(join(root, 'samples', `${name}.json`), 'utf8'));
  return new Project((await importStory(json, { environment: countingEnvironment(), files: filesFor(json) })).records);
}

/** Each export by the words that name it: `unity`, `godot-http de fallback`. What gives the same bytes as one before it is named beside that. */
export function goldensOf(project: Project): Map<string, { text: string; also: string[] }> {
  const goldens = new Map<string, { text: string; also: string[] }>();
  const names = new Map<string, string>();
  for (const [name, options] of casesFor(project)) {
    const text = exportStory(project, options);
    const first = names.get(text);
    if (first !== undefined) goldens.get(first)?.also.push(name);
    else {
      names.set(text, name);
      goldens.set(name, { text, also: [] });
    }
  }
  return goldens;
}

function* casesFor(project: Project): Generator<[name: string, options: StoryExportOptions]> {
  const others = project.projectRecord.locales.flatMap(({ iso, base }) => (base === null ? [] : [iso]));
  const board = [...project.recordsOfKind('board')]
    .filter(({ type }) => type === 'board')
    .sort((one, two) => (one.id < two.id ? -1 : 1))[0]?.id;
  for (const format of exportFormats)
    for (const as of ['file', 'http'] as const) {
      const shape = as === 'file' ? format : `${format}-http`;
      const plain = { format, destination: as };
      yield [shape, plain];
      if (as === 'file' && getExporter(format).hasCompactForm) yield [`${shape} compact`, { ...plain, compact: true }];
      if (format === 'json') yield [`${shape} one-board`, { ...plain, boardIds: [board ?? ''] }];
      if (as === 'http') yield [`${shape} stored-names`, { ...plain, storedNames: true }];
      for (const fallbackContents of [false, true]) {
        const end = fallbackContents ? ' fallback' : '';
        for (const locale of others) yield [`${shape} ${locale}${end}`, { ...plain, locale, fallbackContents }];
        if (others.length > 0) yield [`${shape} all${end}`, { ...plain, allLocales: true, fallbackContents }];
      }
    }
  if (others.length === 0) yield ['json all', { format: 'json', destination: 'file', allLocales: true }];
}

export const fileOf = (name: string): string => `${name.replaceAll(' ', '.')}.json`;

/** Which exports have the bytes of which file: so that each is there once. */
export const indexOf = (goldens: ReturnType<typeof goldensOf>): string =>
  `${[...goldens].map(([name, { also }]) => [fileOf(name), ...also].join(', ')).join('\n')}\n`;

export async function recordGoldens(): Promise<{ files: number; bytes: number }> {
  rmSync(goldenFolder, { recursive: true, force: true });
  const made = { files: 0, bytes: 0 };
  for (const story of stories) {
    const goldens = goldensOf(await goldenStory(story));
    const folder = join(goldenFolder, story);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.txt'), indexOf(goldens));
    for (const [name, { text }] of goldens) {
      writeFileSync(join(folder, fileOf(name)), text);
      made.files++;
      made.bytes += Buffer.byteLength(text);
    }
  }
  return made;
}

export const recorded = (story: string): string[] => readdirSync(join(goldenFolder, story)).sort();
export const readGolden = (story: string, file: string): string => readFileSync(join(goldenFolder, story, file), 'utf8');
