/**
 * What one walk over a project's records gives an export: the records of each kind as they lie in memory, and who has what. An element mostly has one
 * output and nothing else: for what there is one or none of, 20,000 elements need not ask the project.
 */
import type { AnyRecord, StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';

/** Who has what, as an export asks for it. */
export interface Lists {
  /** The connections that leave an element or a condition, in their order. */
  outputs(id: string): readonly string[];
  attributes(id: string): readonly string[];
  /** The components that an element carries: those themselves, not the attachments. */
  components(elementId: string): readonly string[];
  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[];
}

/** Where only a few records are written, the project is asked. */
export const listsOf = (project: Project): Lists => ({
  outputs: (id) => project.list(id, 'outputs'),
  attributes: (id) => project.list(id, 'attributes'),
  components: (elementId) => project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId),
  audio: (elementId) => project.children('audioAttachment', elementId, 'audio'),
});

/** By parent: the one record, or null where there are several. */
type Held = Map<unknown, AnyRecord | null>;

export class StoryIndex implements Lists {
  readonly #records = new Map<string, AnyRecord[]>();
  readonly #outputs: Held = new Map();
  readonly #attributes: Held = new Map();
  readonly #components: Held = new Map();
  readonly #audio: Held = new Map();
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
    for (const record of project.records()) {
      const { kind } = record;
      const records = this.#records.get(kind);
      if (records) records.push(record);
      else this.#records.set(kind, [record]);
      if (kind === 'connection') hold(this.#outputs, record.sourceid, record);
      else if (kind === 'attribute') hold(this.#attributes, record.cId, record);
      else if (kind === 'componentAttachment') hold(this.#components, record.elementId, record);
      else if (kind === 'audioAttachment') hold(this.#audio, record.elementId, record);
    }
  }

  /** In no order that counts. */
  ofKind(kind: string): readonly AnyRecord[] {
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
    if (one === undefined) return nothing;
    if (one !== null) return [String(one.componentId)];
    return this.#project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId);
  }

  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[] {
    return this.#audio.has(elementId) ? this.#project.children('audioAttachment', elementId, 'audio') : [];
  }

  #ids(held: Held, parent: string, list: string): readonly string[] {
    const one = held.get(parent);
    return one === undefined ? nothing : one === null ? this.#project.list(parent, list) : [one.id];
  }
}

const nothing: readonly string[] = [];

function hold(held: Held, parent: unknown, record: AnyRecord): void {
  held.set(parent, held.has(parent) ? null : record);
}
