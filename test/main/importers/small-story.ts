/** A small file in the service's shape that a test can break in one place, with readable names for its ids. */

import { type ImportOptions, importStory } from '../../../main/importers/import-story.ts';
import { t } from '../../../shared/messages/english.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { createTestEnvironment } from '../../test-environment.ts';

/** A UUID v4 that contains its number. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const ids = {
  root: uuid(1),
  board: uuid(2),
  folder: uuid(3),
  other: uuid(4),
  start: uuid(10),
  end: uuid(11),
  note: uuid(12),
  jumper: uuid(13),
  branch: uuid(14),
  go: uuid(20),
  toBranch: uuid(21),
  back: uuid(22),
  away: uuid(23),
  if: uuid(30),
  else: uuid(31),
  components: uuid(40),
  cast: uuid(41),
  hero: uuid(42),
  variables: uuid(50),
  gold: uuid(51),
  assets: uuid(60),
  mood: uuid(70),
  nothing: uuid(99),
} as const;

type Entry = Record<string, unknown>;
type Entries = Record<string, Entry>;
export interface File {
  [field: string]: unknown;
  boards: Entries;
  elements: Entries;
  notes: Entries;
  jumpers: Entries;
  branches: Entries;
  conditions: Entries;
  connections: Entries;
  components: Entries;
  attributes: Entries;
  variables: Entries;
  assets: Entries;
}

/** Two boards in a folder, a starting element that leads to a branch and an end, a hero with an attribute, a variable. */
export function smallStory(): File {
  const items = { notes: [], jumpers: [], branches: [], elements: [], connections: [] };
  const arrow = (sourceid: string, targetid: string, sourceType: string, targetType: string) => ({
    type: 'Bezier',
    theme: 'default',
    label: null,
    sourceid,
    targetid,
    sourceType,
    targetType,
  });
  return {
    name: 'Small',
    cover: null,
    startingElement: ids.start,
    boards: {
      [ids.root]: { name: 'Root', root: true, children: [ids.folder] },
      [ids.folder]: { name: 'Story', children: [ids.board, ids.other] },
      [ids.board]: {
        name: 'Main',
        ...items,
        elements: [ids.start, ids.end],
        notes: [ids.note],
        jumpers: [ids.jumper],
        branches: [ids.branch],
        connections: [ids.go, ids.toBranch, ids.back, ids.away],
      },
      [ids.other]: { name: 'Other', ...items },
    },
    elements: {
      [ids.start]: {
        title: '<p>Start</p>',
        content: '<p>Hello</p>',
        outputs: [ids.toBranch, ids.go],
        components: [ids.hero],
        x: 100,
        y: 100,
      },
      [ids.end]: { title: null, content: '', outputs: [], components: [], x: 900, y: 100 },
    },
    notes: { [ids.note]: { content: '<p>Remark</p>', x: 0, y: 500 } },
    jumpers: { [ids.jumper]: { elementId: ids.start, x: 1300, y: 300 } },
    branches: { [ids.branch]: { conditions: { ifCondition: ids.if, elseCondition: ids.else }, x: 500, y: 300 } },
    conditions: { [ids.if]: { script: 'gold > 0', output: ids.back }, [ids.else]: { script: null, output: ids.away } },
    connections: {
      [ids.go]: arrow(ids.start, ids.end, 'elements', 'elements'),
      [ids.toBranch]: arrow(ids.start, ids.branch, 'elements', 'branches'),
      [ids.back]: arrow(ids.if, ids.jumper, 'conditions', 'jumpers'),
      [ids.away]: arrow(ids.else, ids.end, 'conditions', 'elements'),
    },
    components: {
      [ids.components]: { name: 'Root', root: true, children: [ids.cast] },
      [ids.cast]: { name: 'Cast', children: [ids.hero] },
      [ids.hero]: { name: 'The Hero', attributes: [ids.mood] },
    },
    attributes: { [ids.mood]: { cId: ids.hero, cType: 'components', name: 'Mood', value: { type: 'string', plain: true, data: 'calm' } } },
    variables: { [ids.variables]: { root: true, children: [ids.gold] }, [ids.gold]: { name: 'gold', type: 'integer', value: 3 } },
    assets: { [ids.assets]: { root: true, children: [] } },
  };
}

interface ImportResult {
  readonly project: Project;
  readonly notes: readonly string[];
}

export async function importFile(json: unknown, options: Partial<ImportOptions> = {}): Promise<ImportResult> {
  const { records, notes } = await importStory(json, { environment: createTestEnvironment(), ...options });
  return { project: new Project(records), notes: notes.map((note) => t(note)) };
}

/** The Problem that rejects a file; without one the test fails. */
export async function importProblem(json: unknown, options: Partial<ImportOptions> = {}): Promise<Problem> {
  try {
    await importStory(json, { environment: createTestEnvironment(), ...options });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The file was taken in');
}

/** The small story with one thing changed. */
export function changedStory(change: (file: File) => void): File {
  const file = smallStory();
  change(file);
  return file;
}

/** An entry of a collection that is there. */
export function entryOf(entries: Entries, id: string): Entry {
  const matches = entries[id];
  if (!matches) throw new Error(`There is no ${id}`);
  return matches;
}
