/** Every read of a project and the response that the model predicts ([Resources and their fields], [Endpoints], G12). */
import { type Attribute, type Board, firstText, type Model, recordOf, rootAsset, type Texts } from './model-state.ts';

interface Read {
  readonly path: string;
  readonly status: number;
  readonly gives: unknown;
  /** Lists whose order service.md does not specify. */
  readonly unordered?: true;
}

/** The required part of a localized text; a language without a text may be null or missing. */
class Localized {
  readonly texts: Texts;
  constructor(texts: Texts) {
    this.texts = texts;
  }
}

/** Additional fields of a response are ignored, because service.md allows them. */
const anyText = Symbol('any text');

export function* readsOf(model: Model): Generator<Read> {
  const ok = (path: string, gives: unknown): Read => ({ path, status: 200, gives });
  yield {
    ...ok(
      '/board',
      [...model.boards.keys()].map((id) => boardEntry(model, id)),
    ),
    unordered: true,
  };
  for (const [id, board] of model.boards) yield* boardReads(model, id, board);
  for (const [id, element] of model.elements) {
    const { components, audio, cover, title, content, ...rest } = element;
    yield ok(`/element/${id}`, {
      id,
      ...rest,
      title: new Localized(title),
      content: new Localized(content),
      components: components.map((each) => ({ id: each, component: recordOf(model.attachments, each).componentId })),
      assets: {
        cover,
        audio: audio.map((each) => {
          const { assetId, mode, delay } = recordOf(model.audios, each);
          return { id: each, asset: assetId, mode, delay };
        }),
      },
    });
  }
  for (const [id, { autoHeight: _, ...note }] of model.notes) yield ok(`/note/${id}`, { id, ...note });
  for (const [id, { boardId, x, y, elementId }] of model.jumpers) yield ok(`/jumper/${id}`, { id, boardId, x, y, elementId });
  for (const [id, { boardId, x, y, theme, ...conditions }] of model.branches) {
    const expanded = (condition: string) => ({
      id: condition,
      output: outputOf(model, condition),
      script: recordOf(model.conditions, condition).script,
    });
    yield ok(`/branch/${id}`, {
      id,
      boardId,
      x,
      y,
      theme,
      conditions: {
        ifCondition: expanded(conditions.ifCondition),
        elseIfConditions: conditions.elseIfConditions.map(expanded),
        elseCondition: conditions.elseCondition === null ? null : expanded(conditions.elseCondition),
      },
    });
  }
  for (const [id, connection] of model.connections)
    yield ok(`/connection/${id}`, { id, ...connection, label: new Localized(connection.label) });
  for (const id of model.attributes.keys()) {
    const form = attributeForm(model, id);
    yield ok(`/attribute/${id}`, form);
    yield ok(`/${words[form.cType]}/${form.cId}/attribute/${id}`, form);
  }
  yield {
    ...ok(
      '/component',
      [...model.components].map(([id, { type, parentId, children, name }]) => ({
        id,
        type,
        parentId,
        children,
        name: parentId === null ? anyText : firstText(name, model.main),
      })),
    ),
    unordered: true,
  };
  for (const [id, { type, parentId, children, name, customId, attributes, cover }] of model.components) {
    const shown = parentId === null ? anyText : new Localized(name);
    if (type === 'folder') yield ok(`/component/${id}`, { id, name: shown, parentId, children });
    else yield ok(`/component/${id}`, { id, customId, parentId, name: shown, attributes, assets: { cover } });
    yield type === 'folder'
      ? { path: `/component/${id}/attributes`, status: 400, gives: {} }
      : ok(
          `/component/${id}/attributes`,
          attributes.map((each) => attributeForm(model, each)),
        );
  }
  yield {
    ...ok(
      '/asset',
      [...model.assets].map(([id, { type, parentId, children, name }]) => ({
        id,
        type,
        parentId,
        children,
        name: id === rootAsset ? anyText : name,
      })),
    ),
    unordered: true,
  };
  for (const [id, { type, name, file, children, size, volume }] of model.assets)
    if (id === rootAsset) yield ok(`/asset/${id}`, { id, children });
    else if (type === 'folder') yield ok(`/asset/${id}`, { id, name, children });
    else yield ok(`/asset/${id}`, { id, name, type, file, ...(size === null ? {} : { size }), ...(volume === null ? {} : { volume }) });
  for (const [id, variable] of model.variables) yield ok(`/variable/${id}`, { id, ...variable, cType: 'global' });
  yield ok('/css', { css: model.css });
  yield ok('/comments', []);
  // The starting element is readable only here ([Exports]).
  yield ok('/json', { name: model.name, startingElement: model.start });
}

const words = { boards: 'board', elements: 'element', components: 'component' } as const;

function* boardReads(model: Model, id: string, board: Board): Generator<Read> {
  const { type, name, customId, children, elements, notes, jumpers, branches, connections, attributes } = board;
  const lists = ['elements', 'notes', 'jumpers', 'branches', 'connections', 'attributes'];
  if (type === 'folder') {
    yield { path: `/board/${id}`, status: 200, gives: { id, name: id === model.rootBoard ? anyText : name, children } };
    for (const list of lists) yield { path: `/board/${id}/${list}`, status: 400, gives: {} };
    return;
  }
  const items = { elements, notes, jumpers, branches, connections };
  yield { path: `/board/${id}`, status: 200, gives: { id, name, customId, ...items, comments: [], attributes } };
  const list = (path: string, gives: unknown): Read => ({ path: `/board/${id}/${path}`, status: 200, gives });
  yield list(
    'elements',
    elements.map((each) => elementItem(model, each)),
  );
  yield list(
    'notes',
    notes.map((each) => {
      const { boardId: _, ...note } = recordOf(model.notes, each);
      return { id: each, ...note };
    }),
  );
  yield list(
    'jumpers',
    jumpers.map((each) => ({ id: each, ...recordOf(model.jumpers, each) })),
  );
  yield list(
    'branches',
    branches.map((each) => {
      const { boardId, x, y, theme, ...conditions } = recordOf(model.branches, each);
      return { id: each, boardId, x, y, theme, conditions };
    }),
  );
  yield list(
    'connections',
    connections.map((each) => {
      const connection = recordOf(model.connections, each);
      return { id: each, ...connection, label: connection.label[model.main] ?? '' };
    }),
  );
  yield list(
    'attributes',
    attributes.map((each) => attributeForm(model, each)),
  );
}

function boardEntry(model: Model, id: string): unknown {
  const { type, name, parentId, children, elements, notes, jumpers, branches, connections } = recordOf(model.boards, id);
  const counts = {
    elementCount: elements.length,
    noteCount: notes.length,
    connectionCount: connections.length,
    branchCount: branches.length,
    jumperCount: jumpers.length,
  };
  return { id, name: parentId === null ? anyText : name, type, parentId, children, ...counts };
}

function elementItem(model: Model, id: string): unknown {
  const { title, content, x, y, width, height, theme, components, attributes, outputs } = recordOf(model.elements, id);
  return {
    id,
    title: title[model.main] ?? '',
    x,
    y,
    width,
    height,
    theme,
    hasContent: Object.values(content).some((text) => text !== null),
    componentCount: components.length,
    attributeCount: attributes.length,
    outputCount: outputs.length,
  };
}

function attributeForm(model: Model, id: string): { id: string } & Omit<Attribute, 'customId'> {
  const { customId, ...attribute } = recordOf(model.attributes, id);
  return { id, ...attribute, ...(customId === null ? {} : { customId }) };
}

const outputOf = (model: Model, condition: string): string | null =>
  [...model.connections].find(([, { sourceid }]) => sourceid === condition)?.[0] ?? null;

/** The differences between a response and the model, a sentence each. Additional fields that service.md allows are ignored. */
export function differences({ gives, unordered }: Read, answer: unknown): string[] {
  const found: string[] = [];
  const byId = (list: unknown) =>
    Array.isArray(list) ? [...list].sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)) : list;
  if (unordered) compare(byId(gives), byId(answer), '', found);
  else compare(gives, answer, '', found);
  return found;
}

/** Fields of our own records that must never be exposed. */
const inner = ['rank', 'outputRank', 'kind', 'extra', 'branchId', 'role'];

function compare(wanted: unknown, got: unknown, at: string, found: string[]): void {
  const fields = isObject(got) ? got : undefined;
  let isRight = false;
  if (wanted === anyText) isRight = typeof got === 'string' || isTexts(got);
  else if (wanted instanceof Localized) isRight = sameTexts(wanted.texts, got);
  else if (Array.isArray(wanted)) {
    isRight = Array.isArray(got) && got.length === wanted.length;
    if (isRight) for (const [index, each] of wanted.entries()) compare(each, (got as unknown[])[index], `${at}[${index}]`, found);
  } else if (isObject(wanted)) {
    isRight = fields !== undefined;
    for (const [field, each] of Object.entries(fields ? wanted : {})) compare(each, fields?.[field], `${at}.${field}`, found);
    for (const field of inner) if (fields && field in fields) found.push(`${at}.${field} is told and is nobody's business`);
  } else isRight = Object.is(wanted, got);
  if (!isRight) found.push(`${at || 'the answer'} is ${JSON.stringify(got)} and should be ${JSON.stringify(wanted)}`);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is Record<string, { text: string | null }> =>
  isObject(value) && Object.values(value).every((each) => isObject(each) && 'text' in each);

/** A language in the model must be present; any other may be present, with null. */
const sameTexts = (wanted: Texts, got: unknown): boolean =>
  isTexts(got) &&
  Object.entries(wanted).every(([language, text]) => got[language]?.text === text) &&
  Object.entries(got).every(([language, { text }]) => text === null || wanted[language] === text);
