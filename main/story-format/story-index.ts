/**
 * Indexes the records of a project in one pass: the records of each kind, and the relations between records. Most elements have only one
 * output, which the index finds without a query of the project. That saves time with 20,000 elements.
 */
import type { AnyRecord, StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';

/** Finds records that are related to another one. */
export interface RelatedRecords {
  /** The ids of the connections that leave an element or a condition, in their order. */
  outputs(id: string): readonly string[];
  attributes(id: string): readonly string[];
  /** The ids of the components of an element, not of their attachments. */
  components(elementId: string): readonly string[];
  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[];
}

/** Finds them without an index, for an export that writes only a few records. */
export const relatedRecordsOf = (project: Project): RelatedRecords => ({
  outputs: (id) => project.childIds(id, 'outputs'),
  attributes: (id) => project.childIds(id, 'attributes'),
  components: (elementId) => project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId),
  audio: (elementId) => project.children('audioAttachment', elementId, 'audio'),
});

/** The only record of each parent; null if there are several. */
type SingleRecordIndex = Map<unknown, AnyRecord | null>;

export class StoryIndex implements RelatedRecords {
  readonly #records = new Map<string, AnyRecord[]>();
  readonly #outputs: SingleRecordIndex = new Map();
  readonly #attributes: SingleRecordIndex = new Map();
  readonly #components: SingleRecordIndex = new Map();
  readonly #audio: SingleRecordIndex = new Map();
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
    for (const record of project.records()) {
      const { kind } = record;
      const records = this.#records.get(kind);
      if (records) records.push(record);
      else this.#records.set(kind, [record]);
      if (kind === 'connection') addToIndex(this.#outputs, record.sourceid, record);
      else if (kind === 'attribute') addToIndex(this.#attributes, record.cId, record);
      else if (kind === 'componentAttachment') addToIndex(this.#components, record.elementId, record);
      else if (kind === 'audioAttachment') addToIndex(this.#audio, record.elementId, record);
    }
  }

  /** In no particular order. */
  recordsOfKind(kind: string): readonly AnyRecord[] {
    return this.#records.get(kind) ?? [];
  }

  outputs(id: string): readonly string[] {
    return this.#ids(this.#outputs, id, 'outputs');
  }

  attributes(id: string): readonly string[] {
    return this.#ids(this.#attributes, id, 'attributes');
  }

  components(elementId: string): readonly string[] {
    const one = this.#components.get(elementId);
    if (one === undefined) return noIds;
    if (one !== null) return [String(one.componentId)];
    return this.#project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId);
  }

  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[] {
    return this.#audio.has(elementId) ? this.#project.children('audioAttachment', elementId, 'audio') : [];
  }

  #ids(index: SingleRecordIndex, parent: string, list: string): readonly string[] {
    const one = index.get(parent);
    if (one === undefined) return noIds;
    return one === null ? this.#project.childIds(parent, list) : [one.id];
  }
}

const noIds: readonly string[] = [];

function addToIndex(index: SingleRecordIndex, parent: unknown, record: AnyRecord): void {
  index.set(parent, index.has(parent) ? null : record);
}
