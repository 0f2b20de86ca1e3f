/**
 * What the public importers throw on, line by line as exports.md specifies ("What each importer throws on"): each reads an export of one language and
 * throws an Error where they would. What they pass over, these pass over, too.
 */
import { isJsonObject } from '../../../shared/json.ts';
import { interpret, interpretCondition } from './interpreter.ts';

export type Json = { [key: string]: unknown };

/** The collections of an export, in their order. */
export const collections = [
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
  must(isJsonObject(value), `${path} is no object`);
  return { ...value };
}

function entries(story: Json, collection: string): [string, Json][] {
  return Object.entries(object(story[collection], collection)).map(([id, value]) => [id, object(value, `${collection}.${id}`)]);
}

function ids(value: unknown, path: string): string[] {
  must(Array.isArray(value), `${path} is no list`);
  return value.map((id: unknown) => {
    must(typeof id === 'string', `${path} holds something else than ids`);
    return id;
  });
}

/** Every id of an export that refers to an entry, with the collection that must contain it. */
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
    if (typeof element.linkedBoard === 'string') yield ['boards', element.linkedBoard, `elements.${id}.linkedBoard`];
    yield* assetLookups(element, `elements.${id}.assets`);
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
    else {
      yield* all('attributes', component.attributes, `components.${id}.attributes`);
      yield* assetLookups(component, `components.${id}.assets`);
    }
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

function* assetLookups(record: Json, path: string): Generator<[collection: string, id: string, path: string]> {
  const assets = object(record.assets ?? {}, path);
  const cover = object(assets.cover ?? {}, 'cover');
  if (typeof cover.id === 'string') yield ['assets', cover.id, `${path}.cover`];
  for (const audio of Array.isArray(assets.audio) ? assets.audio : [])
    yield ['assets', String(object(audio, 'audio').asset), `${path}.audio`];
}

/** How many ids of an export refer to an entry. */
export const countReferences = (story: Json): number => [...lookups(story)].length;

/** "an id that points at nothing" */
export function assertReferencesExist(story: Json): void {
  for (const [collection, id, path] of lookups(story))
    must(Object.hasOwn(object(story[collection], collection), id), `${path} points at nothing: ${id} in ${collection}`);
}

function starts(story: Json): void {
  must(typeof story.startingElement === 'string', 'there is no start');
  must(Object.hasOwn(object(story.elements, 'elements'), story.startingElement), 'the start points at nothing');
}

/** "The script interpreters take p, blockquote and pre code at the top level and nothing else. "" and bare text are errors." */
function scripts(story: Json): void {
  const run = (html: unknown, path: string): void => {
    must(typeof html === 'string', `${path} is no text`);
    try {
      interpret(html);
    } catch (error) {
      throw new Error(`${path}: ${String(error)}: ${html}`);
    }
  };
  for (const [id, { content }] of entries(story, 'elements')) run(content, `elements.${id}.content`);
  for (const [id, { label }] of entries(story, 'connections')) if (label !== null) run(label, `connections.${id}.label`);
  for (const [id, { script }] of entries(story, 'conditions')) {
    if (script === null) continue;
    must(typeof script === 'string', `conditions.${id}.script is no text`);
    try {
      interpretCondition(script);
    } catch (error) {
      throw new Error(`conditions.${id}.script: ${String(error)}: ${script}`);
    }
  }
}

/** "Unity: …" */
export function readAsUnity(text: string): Json {
  const read = object(JSON.parse(text), 'the file');
  // "`{"project":…}` is also read"
  const story = object(read.project ?? read, 'project');
  // "a missing or null startingElement"
  starts(story);
  // "any collection missing"
  for (const collection of collections) object(story[collection], collection);
  // "missing x/y on element, note, jumper, branch"
  for (const collection of ['elements', 'notes', 'jumpers', 'branches'])
    for (const [id, { x, y }] of entries(story, collection))
      must(typeof x === 'number' && typeof y === 'number', `${collection}.${id} has no place`);
  // "null lists; an id that points at nothing; element.attributes: null; component-list data null"
  assertReferencesExist(story);
  for (const [id, element] of entries(story, 'elements')) {
    for (const field of ['theme', 'title', 'content']) must(field in element, `elements.${id}.${field} is missing`);
    const { audio = [] } = object(element.assets ?? {}, 'assets');
    must(Array.isArray(audio), `elements.${id}.assets.audio is no list`);
    // "a string audio.delay"
    for (const { delay } of audio) must(typeof delay === 'number', `elements.${id} has a delay that is no number`);
  }
  // "a string variable whose value is null"
  for (const [id, { type, value }] of entries(story, 'variables'))
    if (type === 'string') must(typeof value === 'string', `variables.${id} has no value`);
  // "a float written as an integer: 90 fails, 90.0 loads"
  must(!/"type":\s*"float",\s*"cType":\s*"global",\s*"value":\s*-?\d+\s*[,}]/.test(text), 'a float variable is written as an integer');
  must(!/"data":\s*-?\d+,\s*"type":\s*"float"/.test(text), 'a float attribute is written as an integer');
  // "`<b>` is thrown away: write `<strong>`"
  for (const [id, { title, content }] of entries(story, 'elements'))
    must(!/<b>/.test(`${title}${content}`), `elements.${id} has a <b>, whose words get lost`);
  scripts(story);
  return story;
}

/** "Godot: …" The file is bare: "a wrapped file fails". */
export function readAsGodot(text: string): Json {
  const story = object(JSON.parse(text), 'the file');
  // "any of the 11 collections missing"
  for (const collection of collections) object(story[collection], collection);
  // "no root:true asset folder with children"
  const root = entries(story, 'assets').find(([, asset]) => asset.root === true)?.[1];
  must(root && Array.isArray(root.children), 'there is no root of the assets');
  // "a missing or null startingElement"
  starts(story);
  // "dangling ids"
  assertReferencesExist(story);
  // "condition without script"
  for (const [id, condition] of entries(story, 'conditions')) must('script' in condition, `conditions.${id} has no script`);
  // "a cover with neither id nor type on a component"
  for (const [id, component] of entries(story, 'components')) {
    const { cover } = object(component.assets ?? {}, 'assets');
    const { id: asset, type } = object(cover ?? { type: 'none' }, 'cover');
    must(typeof (asset ?? type) === 'string', `components.${id} has a cover with neither an id nor a type`);
  }
  scripts(story);
  return story;
}

/** "Unreal: …" Over HTTP it is wrapped and the roots of boards and components are left out. */
export function readAsUnreal(text: string): Json {
  const read = object(JSON.parse(text), 'the file');
  const story = object(read.project ?? read, 'project');
  // "name, boards, elements, components, variables missing"
  must(typeof story.name === 'string', 'there is no name');
  for (const collection of ['boards', 'elements', 'components', 'variables']) object(story[collection], collection);
  // "Error is only what that importer would throw on …: a missing start": without one nothing can be run
  starts(story);
  for (const [id, { content }] of entries(story, 'elements')) {
    // "An empty element fails to run."
    must(typeof content === 'string' && content !== '', `elements.${id} is empty`);
    // "Code counts only as a literal top-level <pre><code>"
    must(content.split('<pre').length === content.split('<pre><code>').length, `elements.${id} has a script that is not seen`);
  }
  scripts(story);
  return story;
}

export const readers = { unity: readAsUnity, unreal: readAsUnreal, godot: readAsGodot } as const;
