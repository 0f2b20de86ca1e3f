/** Wrong ways to store projects, which the tests of the stored data must catch. */
import { type Plant, plant } from './plants.ts';

const insertTest = 'test/main/engine/storage/insert-project.test.ts';

export const storagePlants: readonly Plant[] = [
  plant(
    'projects that are being stored are listed',
    insertTest,
    'main/engine/storage/stored-rows.ts',
    'isCompleteProject',
    'project.status <>',
    'project.status <> project.hash OR project.status =',
  ),
  plant(
    'a start keeps what a kill has left of a project',
    insertTest,
    'main/engine/storage/insert-project.ts',
    'IncompleteProjects.discard',
    'while (this.#deleteNext(id)) yield;',
    'return;',
  ),
  plant(
    'a large project is one transaction',
    insertTest,
    'main/engine/storage/insert-project.ts',
    'charactersPerTransaction',
    '256 * 1024',
    '256 * 1024 * 1024',
  ),
];
