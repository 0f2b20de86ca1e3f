/**
 * What was typed and is not saved (shared/contracts/drafts.ts). The rows are in the database of the projects, because only there the order of drafts and
 * saves survives a crash: a draft that is older than its record is recognized.
 */
import { draftSchema } from '../../shared/contracts/draft-schema.ts';
import { type Draft, draftRecordId, type ListedDraft, renamedDraftName } from '../../shared/contracts/drafts.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import { type IdMapping, replaceIds } from '../../shared/model/id-mapping.ts';
import { createKeyValueStore, type ProjectStore } from './storage/project-store.ts';

const storeName = 'drafts';
const rowId = (hash: string, name: string): string => `${hash}/${name}`;

export interface ProjectDrafts {
  /** Throws a 404 if the project does not exist, and a Problem `store` if the draft cannot be stored. */
  put(hash: string, draft: Draft): void;
  /** Removes the draft of a field, unless another session has typed there since. */
  discard(hash: string, name: string, session: string): void;
  list(hash: string): ListedDraft[];
}

/** `projectIdOf` throws a 404. */
export function createProjectDrafts(store: ProjectStore, projectIdOf: (hash: string) => number): ProjectDrafts {
  const rows = createKeyValueStore(store, storeName);
  return {
    put(hash, draft) {
      projectIdOf(hash);
      rows.put([{ id: rowId(hash, draft.name), value: draft }]);
    },
    discard(hash, name, session) {
      const id = rowId(hash, name);
      const draft = draftSchema.safeParse(rows.get(id));
      if (draft.data?.session === session) rows.remove([id]);
    },
    list(hash) {
      const project = projectIdOf(hash);
      return rows.list(rowId(hash, '')).flatMap(({ value }): ListedDraft[] => {
        const { data } = draftSchema.safeParse(value);
        if (!data) return [];
        return [{ ...data, isCurrent: (store.readLastTouch(project, draftRecordId(data.name)) ?? 0) <= data.over.version }];
      });
    },
  };
}

/** The writes that remove the drafts of a project, for the transaction that removes it. */
export const draftRemovalWrites = (store: ProjectStore, hash: string): KeyValueWrites => ({
  store: storeName,
  remove: store.listValueIds(storeName, rowId(hash, '')),
});

/** The writes that replace ids of records in drafts, for the transaction that replaces them in the project. */
export function draftRenameWrites(store: ProjectStore, hash: string, renamed: IdMapping): KeyValueWrites {
  const names = new Map(renamed);
  const rows = createKeyValueStore(store, storeName).list(rowId(hash, ''));
  const affected = rows.flatMap(({ id, value }) => {
    const { data: draft } = draftSchema.safeParse(value);
    if (!draft) return [];
    const name = renamedDraftName(draft.name, names);
    return [{ from: id, put: { id: rowId(hash, name), value: replaceIds({ ...draft, name }, names) } }];
  });
  const put = affected.map((each) => each.put);
  const ids = new Set(put.map(({ id }) => id));
  return { store: storeName, put, remove: affected.flatMap(({ from }) => (ids.has(from) ? [] : [from])) };
}
