/** The projects of a data folder, open or not: the row and the name of each. */
import type { ProjectSummary } from '../../shared/contracts/ipc/results.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { kindNoun } from '../../shared/model/kind-messages.ts';
import { notFoundProblem } from '../../shared/problem.ts';
import type { ProjectRow } from './storage/project-rows.ts';
import type { ProjectStore } from './storage/project-store.ts';

interface ProjectCatalogDeps {
  readonly store: Pick<ProjectStore, 'listProjects' | 'readProjectName'>;
  /** Used for a project whose stored name cannot be read: opening the project replaces its damaged record. */
  readonly readNameOfOpenProject: (hash: string) => string;
}

export class ProjectCatalog {
  readonly #deps: ProjectCatalogDeps;
  readonly #rows: Map<string, ProjectRow>;
  readonly #names = new Map<string, string>();

  constructor(deps: ProjectCatalogDeps) {
    this.#deps = deps;
    this.#rows = new Map(deps.store.listProjects().map((row) => [row.hash, row]));
  }

  has(hash: string): boolean {
    return this.#rows.has(hash);
  }

  /** Throws a 404. */
  get(hash: string): ProjectRow {
    const row = this.#rows.get(hash);
    if (!row) throw notFoundProblem(kindNoun('project'), hash);
    return row;
  }

  /** 0 if the project does not exist; no row has this id. */
  idOf(hash: string): number {
    return this.#rows.get(hash)?.id ?? 0;
  }

  put(row: ProjectRow): void {
    this.#rows.set(row.hash, row);
  }

  /** Returns whether the name has changed. */
  rename(hash: string, name: string): boolean {
    const isChanged = this.#names.get(hash) !== name;
    this.#names.set(hash, name);
    return isChanged;
  }

  remove(hash: string): void {
    for (const map of [this.#rows, this.#names]) map.delete(hash);
  }

  nameOf(hash: string): string {
    try {
      return this.#names.get(hash) ?? this.#deps.store.readProjectName(this.idOf(hash)) ?? this.#deps.readNameOfOpenProject(hash);
    } catch {
      // The other projects must still be listed. Opening this one reports the damage.
      return hash;
    }
  }

  /** [Projects] ordered by latest data update, newest first. */
  list(): ProjectSummary[] {
    return [...this.#rows.values()]
      .sort((one, two) => two.updated - one.updated || two.id - one.id)
      .map(({ hash, updated, created, status }) => ({
        hash,
        name: this.nameOf(hash),
        updatedAt: formatIsoTime(updated),
        createdAt: formatIsoTime(created),
        status,
      }));
  }

  /** A hash that no project in the catalog has. */
  createHash(environment: Environment): string {
    return createProjectHash(environment, this.#rows);
  }
}

/** [Project] a new public project identifier: ten letters and digits that no other project has. */
export function createProjectHash(environment: Environment, existing: ReadonlyMap<string, unknown>): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  for (;;) {
    const hash = Array.from({ length: 10 }, () => letters[Math.floor(environment.random() * letters.length)]).join('');
    if (!existing.has(hash)) return hash;
  }
}
