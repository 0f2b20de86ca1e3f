/**
 * What one walk over a project's records gives an export: the records of each kind as they lie in memory, and who has what. An element mostly has one
 * output and nothing else: for what there is one or none of, 20,000 elements need not ask the project.
 */
import type { AnyRecord, StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';

/** Who has what, as an export asks for it. */
export interface RelatedRecords {
  /** The connections that leave an element or a condition, in their order. */
  outputs(id: string): readonly string[];
  attributes(id: string): readonly string[];
  /** The components that an element carries: those themselves, not the attachments. */
  components(elementId: string): readonly string[];
  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[];
}

/** Where only a few records are written, the project is asked. */
export const relatedRecordsOf = (project: Project): RelatedRecords => ({
  outputs: (id) => project.childIds(id, 'outputs'),
  attributes: (id) => project.childIds(id, 'attributes'),
  components: (elementId) => project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId),
  audio: (elementId) => project.children('audioAttachment', elementId, 'audio'),
});

/** By parent: the one record, or null where there are several. */
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

  /** In no order that counts. */
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

  #ids(held: SingleRecordIndex, parent: string, list: string): readonly string[] {
    const one = held.get(parent);
    return one === undefined ? noIds : one === null ? this.#project.childIds(parent, list) : [one.id];
  }
}

const noIds: readonly string[] = [];

function addToIndex(held: SingleRecordIndex, parent: unknown, record: AnyRecord): void {
  held.set(parent, held.has(parent) ? null : record);
}
