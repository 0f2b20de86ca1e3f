/** Searching and sorting the project list. */
import { expect, test } from 'vitest';
import { listProjects, type ProjectOrder } from '../../../../renderer/features/projects/project-list.tsx';
import type { ProjectSummary } from '../../../../shared/contracts/ipc/results.ts';

const project = (name: string, createdAt: string, updatedAt: string): ProjectSummary => ({
  hash: name,
  name,
  createdAt,
  updatedAt,
  status: 'active',
});
const list = [
  project('Chapter 10', '2026-01-01T00:00:00.000000Z', '2026-03-01T00:00:00.000000Z'),
  project('Ärger', '2026-01-03T00:00:00.000000Z', '2026-03-02T00:00:00.000000Z'),
  project('Chapter 2', '2026-01-02T00:00:00.000000Z', '2026-03-03T00:00:00.000000Z'),
];
const namesOf = (order: ProjectOrder, query = '') => listProjects(list, { order, query, locale: 'en' }).map(({ name }) => name);

test('the list is in the order of the last edit or the creation, newest first, or of the names', () => {
  expect(namesOf('edited')).toEqual(['Chapter 2', 'Ärger', 'Chapter 10']);
  expect(namesOf('created')).toEqual(['Ärger', 'Chapter 2', 'Chapter 10']);
  expect(namesOf('name')).toEqual(['Ärger', 'Chapter 2', 'Chapter 10']);
});

test('a search finds names without regard to case and accents', () => {
  expect(namesOf('edited', 'ARGER')).toEqual(['Ärger']);
  expect(namesOf('name', 'chap')).toEqual(['Chapter 2', 'Chapter 10']);
  expect(namesOf('name', 'none')).toEqual([]);
});
