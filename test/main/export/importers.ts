/** What the public importers throw on, as exports.md tells it: each reads an export and throws an Error where they would. */
import { parseFragment } from 'parse5';

export type Json = { [key: string]: unknown };

const collections = [
  'boards',
  'notes',
  'elements',
  'jumpers',
  'connections',
  'branches',
  'components',
  'attributes',
  'assets',
  'variables',
  'conditions',
];

function must(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

function object(value: unknown, path: string): Json {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${path} is no object`);
  return { ...value };
}

export function entries(story: Json, collection: string): [string, Json][] {
  return Object.entries(object(story[collection], collection)).map(([id, value]) => [id, object(value, `${collection}.${id}`)]);
}

function ids(value: unknown, path: string): string[] {
  must(Array.isArray(value), `${path} is no list`);
  return value.map((id: unknown) => {
    must(typeof id === 'string', `${path} holds something else than ids`);
    return id;
  });
}

/** Every id of an export that stands where one is looked up, with the collection it must stand in. */
function* lookups(story: Json): Generator<[collection: string, id: string, path: string]> {
  const all = function* (collection: string, value: unknown, path: string): Generator<[string, string, string]> {
    for (const id of ids(value, path)) yield [collection, id, path];
  };
  for (const [id, board] of entries(story, 'boards')) {
    if ('children' in board) yield* all('boards', board.children, `boards.${id}.children`);
    else
      for (const list of ['notes', 'jumpers', 'branches', 'elements', 'connections']) yield* all(list, board[list], `boards.${id}.${list}`);
    if ('attributes' in board) yield* all('attributes', board.attributes, `boards.${id}.attributes`);
  }
  for (const [id, element] of entries(story, 'elements')) {
    yield* all('connections', element.outputs, `elements.${id}.outputs`);
    yield* all('components', element.components, `elements.${id}.components`);
    if ('attributes' in element) yield* all('attributes', element.attributes, `elements.${id}.attributes`);
    const assets = object(element.assets ?? {}, `elements.${id}.assets`);
    const cover = object(assets.cover ?? {}, 'cover');
    if (typeof cover.id === 'string') yield ['assets', cover.id, `elements.${id}.assets.cover`];
    for (const audio of Array.isArray(assets.audio) ? assets.audio : [])
      yield ['assets', String(object(audio, 'audio').asset), `elements.${id}.assets.audio`];
  }
  for (const [id, { elementId }] of entries(story, 'jumpers'))
    if (elementId !== null) yield ['elements', String(elementId), `jumpers.${id}.elementId`];
  for (const [id, { conditions }] of entries(story, 'branches')) {
    const { ifCondition, elseIfConditions, elseCondition, ...rest } = object(conditions, `branches.${id}.conditions`);
    must(Object.keys(rest).length === 0, `branches.${id}.conditions has other keys`);
    yield ['conditions', String(ifCondition), `branches.${id}.ifCondition`];
    if (elseIfConditions !== undefined) yield* all('conditions', elseIfConditions, `branches.${id}.elseIfConditions`);
    if (elseCondition !== undefined) yield ['conditions', String(elseCondition), `branches.${id}.elseCondition`];
  }
  for (const [id, { output }] of entries(story, 'conditions'))
    if (output !== null) yield ['connections', String(output), `conditions.${id}.output`];
  for (const [id, connection] of entries(story, 'connections')) {
    yield [String(connection.sourceType), String(connection.sourceid), `connections.${id}.sourceid`];
    yield [String(connection.targetType), String(connection.targetid), `connections.${id}.targetid`];
  }
  for (const [id, component] of entries(story, 'components')) {
    if ('children' in component) yield* all('components', component.children, `components.${id}.children`);
    else yield* all('attributes', component.attributes, `components.${id}.attributes`);
  }
  for (const [id, attribute] of entries(story, 'attributes')) {
    yield [String(attribute.cType), String(attribute.cId), `attributes.${id}.cId`];
    const { type, data } = object(attribute.value, `attributes.${id}.value`);
    if (type === 'component-list') yield* all('components', data, `attributes.${id}.value.data`);
    if (type === 'asset-list') yield* all('assets', data, `attributes.${id}.value.data`);
  }
  for (const collection of ['assets', 'variables'])
    for (const [id, entry] of entries(story, collection))
      if ('children' in entry) yield* all(collection, entry.children, `${collection}.${id}.children`);
}

function dangling(story: Json): void {
  for (const [collection, id, path] of lookups(story))
    must(Object.hasOwn(object(story[collection], collection), id), `${path} points at nothing: ${id} in ${collection}`);
}

function starts(story: Json): void {
  must(typeof story.startingElement === 'string', 'there is no start');
  must(Object.hasOwn(object(story.elements, 'elements'), story.startingElement), 'the start points at nothing');
}

/** [Exports] The script interpreters: paragraphs, quotations and scripts at the top level, and at least one of them. */
export function interpreterReads(html: unknown, path: string): void {
  must(typeof html === 'string', `${path} is no text`);
  const { childNodes } = parseFragment(html);
  must(childNodes.length > 0, `${path} is empty`);
  for (const node of childNodes) {
    must(
      node.nodeName === 'p' || node.nodeName === 'blockquote' || node.nodeName === 'pre',
      `${path} has ${node.nodeName} at the top level`,
    );
    if (node.nodeName === 'pre' && 'childNodes' in node)
      must(node.childNodes.length === 1 && node.childNodes[0]?.nodeName === 'code', `${path} has a pre without a code`);
  }
  must(!/<b[ >]/.test(html), `${path} has a <b>`);
}

function texts(story: Json): void {
  for (const [id, element] of entries(story, 'elements')) {
    if (element.title !== null) interpreterReads(element.title, `elements.${id}.title`);
    interpreterReads(element.content, `elements.${id}.content`);
  }
  for (const [id, { label }] of entries(story, 'connections')) if (label !== null) interpreterReads(label, `connections.${id}.label`);
}

export function unityReads(text: string): Json {
  const read = object(JSON.parse(text), 'the file');
  const story = object(read.project ?? read, 'project');
  starts(story);
  for (const collection of collections) object(story[collection], collection);
  for (const collection of ['elements', 'notes', 'jumpers', 'branches'])
    for (const [id, { x, y }] of entries(story, collection))
      must(typeof x === 'number' && typeof y === 'number', `${collection}.${id} has no place`);
  dangling(story);
  for (const [id, element] of entries(story, 'elements')) {
    for (const field of ['theme', 'title', 'content']) must(field in element, `elements.${id}.${field} is missing`);
    const { audio } = object(element.assets ?? {}, 'assets');
    for (const { delay } of Array.isArray(audio) ? audio : [])
      must(typeof delay === 'number', `elements.${id} has a delay that is no number`);
  }
  for (const [id, { type, value }] of entries(story, 'variables'))
    if (type === 'string') must(typeof value === 'string', `variables.${id} has no value`);
  must(!/"type":"float","cType":"global","value":-?\d+[,}]/.test(text), 'a float variable is written as an integer');
  must(!/"data":-?\d+,"type":"float"/.test(text), 'a float attribute is written as an integer');
  texts(story);
  return story;
}

export function godotReads(text: string): Json {
  const story = object(JSON.parse(text), 'the file');
  for (const collection of collections) object(story[collection], collection);
  starts(story);
  const root = entries(story, 'assets').find(([, asset]) => asset.root === true)?.[1];
  must(root && Array.isArray(root.children), 'there is no root of the assets');
  dangling(story);
  for (const [id, condition] of entries(story, 'conditions')) must('script' in condition, `conditions.${id} has no script`);
  for (const [id, component] of entries(story, 'components')) {
    const { cover } = object(component.assets ?? {}, 'assets');
    must(cover === undefined || typeof object(cover, 'cover').id === 'string', `components.${id} has a cover without an id`);
  }
  texts(story);
  return story;
}

/** Over HTTP the roots of boards and components are left out. */
export function unrealReads(text: string): Json {
  const read = object(JSON.parse(text), 'the file');
  const story = object(read.project ?? read, 'project');
  must(typeof story.name === 'string', 'there is no name');
  for (const collection of ['boards', 'elements', 'components', 'variables']) object(story[collection], collection);
  for (const [id, { content }] of entries(story, 'elements')) {
    must(typeof content === 'string' && content !== '', `elements.${id} is empty`);
    must(content.split('<pre').length === content.split('<pre><code>').length, `elements.${id} has a script that is not seen`);
  }
  dangling(story);
  texts(story);
  return story;
}
