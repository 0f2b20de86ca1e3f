/** The state of a tree of records, against a story in the open-project store: what is expanded, selected, and where new records go. */
import { beforeEach, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { createRecordTreeStore, insertIndex } from '../../../renderer/navigation/record-trees/tree-state.ts';
import { componentTree } from '../../../renderer/records/trees/record-tree.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const environment = createTestEnvironment();
const story = createTestStory(openEngine(null, environment), environment);
const root = story.project.projectRecord.roots.component;
const characters = story.build('component', { type: 'folder', name: 'People', parentId: root }).id;
const crew = story.build('component', { type: 'folder', name: 'Crew', parentId: characters }).id;
const maren = story.build('component', { name: 'Maren', parentId: crew }).id;
const house = story.build('component', { name: 'House', parentId: root }).id;

beforeEach(() => openProjectStore.setState({ project: story.project }));

test.each([true, false])('folders that start expanded (%s) are toggled, set and expanded above a record', (foldersStartExpanded) => {
  const store = createRecordTreeStore(componentTree, { foldersStartExpanded });
  const all = [characters, crew];
  expect(store.expandedFolders(all)).toEqual(foldersStartExpanded ? all : []);
  store.toggleFolder(crew);
  expect(store.expandedFolders(all)).toEqual(foldersStartExpanded ? [characters] : [crew]);
  store.setExpandedFolders(all, new Set());
  expect(store.expandedFolders(all)).toEqual([]);
  store.expandAbove(maren);
  expect(store.expandedFolders(all)).toEqual(all);
  store.setExpandedFolders(all, new Set());
  store.expandAbove('not here yet', crew);
  expect(store.expandedFolders(all)).toEqual(all);
});

test('a view of some of the folders leaves the state of the others as it is', () => {
  const store = createRecordTreeStore(componentTree, { foldersStartExpanded: true });
  store.setExpandedFolders([crew], new Set());
  store.setExpandedFolders([characters], new Set([characters]));
  expect(store.expandedFolders([characters, crew])).toEqual([characters]);
});

test('an action applies to nothing that is selected but not shown: left out by a filter, in a collapsed folder, or in no view', () => {
  const store = createRecordTreeStore(componentTree, { foldersStartExpanded: true });
  store.select([maren, house]);
  expect(store.actionTargets(house)).toEqual([house]);
  store.setShown(new Set([characters, house]));
  expect(store.actionTargets(house)).toEqual([house]);
  store.setShown(new Set([characters, crew, maren, house]));
  expect(store.actionTargets(house)).toEqual([maren, house]);
});

test('an action applies to the whole selection if its row is part of it, without records that are gone', () => {
  const store = createRecordTreeStore(componentTree, { foldersStartExpanded: true });
  store.select([maren, house, 'gone']);
  store.setShown(new Set([maren, house, 'gone']));
  expect(store.actionTargets(house)).toEqual([maren, house]);
  expect(store.actionTargets(crew)).toEqual([crew]);
});

test('a new record goes into the selected folder, after the selected record, or to the end of the top level', () => {
  const store = createRecordTreeStore(componentTree, { foldersStartExpanded: true });
  const positions = [undefined, crew, maren, root].map((near) => store.insertPositionNear(near));
  expect(positions).toEqual([{ folder: root }, { folder: crew }, { folder: crew, after: maren }, { folder: root }]);
  expect(positions.map((position) => insertIndex(componentTree, position))).toEqual(['-', '-', 1, '-']);
  expect(insertIndex(componentTree, { folder: crew, after: null })).toBe(0);
  store.select([characters, maren]);
  expect(store.insertPositionNear()).toEqual({ folder: crew, after: maren });
});
