/** Changes of the small story that make it invalid, each with the path of its error in the file. */
import { entryOf, type File, ids, uuid } from './small-story.ts';

/** Dangling references: a repair removes each of them. */
export const danglingReferences: readonly [path: string, change: (file: File) => void][] = [
  [
    `boards.${ids.folder}.children.2`,
    (file) => Object.assign(entryOf(file.boards, ids.folder), { children: [ids.board, ids.other, ids.nothing] }),
  ],
  [`boards.${ids.other}.elements.0`, (file) => Object.assign(entryOf(file.boards, ids.other), { elements: [ids.nothing] })],
  [`boards.${ids.other}.connections.0`, (file) => Object.assign(entryOf(file.boards, ids.other), { connections: [ids.nothing] })],
  [`boards.${ids.other}.attributes.0`, (file) => Object.assign(entryOf(file.boards, ids.other), { attributes: [ids.nothing] })],
  [
    `elements.${ids.start}.outputs.2`,
    (file) => Object.assign(entryOf(file.elements, ids.start), { outputs: [ids.toBranch, ids.go, ids.nothing] }),
  ],
  [`elements.${ids.start}.components.0`, (file) => Object.assign(entryOf(file.elements, ids.start), { components: [ids.nothing] })],
  [`elements.${ids.start}.linkedBoard`, (file) => Object.assign(entryOf(file.elements, ids.start), { linkedBoard: ids.nothing })],
  [`jumpers.${ids.jumper}.elementId`, (file) => Object.assign(entryOf(file.jumpers, ids.jumper), { elementId: ids.nothing })],
  [
    `branches.${ids.branch}.conditions.elseIfConditions.0`,
    (file) =>
      Object.assign(entryOf(file.branches, ids.branch), {
        conditions: { ifCondition: ids.if, elseIfConditions: [ids.nothing], elseCondition: ids.else },
      }),
  ],
  [`conditions.${ids.if}.output`, (file) => Object.assign(entryOf(file.conditions, ids.if), { output: ids.nothing })],
  [`conditions.${uuid(33)}`, (file) => Object.assign(file.conditions, { [uuid(33)]: { script: null, output: null } })],
  [`connections.${ids.go}.targetid`, (file) => Object.assign(entryOf(file.connections, ids.go), { targetid: ids.nothing })],
  [`connections.${ids.back}.sourceid`, (file) => Object.assign(entryOf(file.connections, ids.back), { sourceid: ids.nothing })],
  [
    `attributes.${uuid(71)}`,
    (file) => Object.assign(file.attributes, { [uuid(71)]: { name: 'Lost', value: { type: 'boolean', data: true } } }),
  ],
  [
    `attributes.${ids.mood}.value.data.1`,
    (file) => Object.assign(entryOf(file.attributes, ids.mood), { value: { type: 'component-list', data: [ids.hero, ids.nothing] } }),
  ],
  [
    `variables.${ids.variables}.children.1`,
    (file) => Object.assign(entryOf(file.variables, ids.variables), { children: [ids.gold, ids.nothing] }),
  ],
  [`contents.${ids.nothing}`, (file) => Object.assign(file, { contents: { [ids.nothing]: {} } })],
  [`contents.${ids.start}.title.fr`, (file) => Object.assign(file, { contents: { [ids.start]: { title: { fr: { text: 'x' } } } } })],
  [`elements.${uuid(15)}`, (file) => Object.assign(file.elements, { [uuid(15)]: { title: null, content: null, outputs: [] } })],
  ['startingElement', (file) => Object.assign(file, { startingElement: ids.nothing })],
];

/** Values that contradict each other, each with what it is. */
export const inconsistencies: readonly [what: string, path: string, change: (file: File) => void][] = [
  ['[G19] an id in two collections', `elements.${ids.start}`, (file) => Object.assign(file.notes, { [ids.start]: {} })],
  [
    'an item on two boards',
    `boards.${ids.other}.elements.0`,
    (file) => Object.assign(entryOf(file.boards, ids.other), { elements: [ids.end] }),
  ],
  [
    'an item twice on a board',
    `boards.${ids.board}.elements.2`,
    (file) => Object.assign(entryOf(file.boards, ids.board), { elements: [ids.start, ids.end, ids.end] }),
  ],
  [
    '[G6] a connection on another board than its ends',
    `connections.${ids.go}.sourceid`,
    (file) => {
      Object.assign(entryOf(file.boards, ids.board), { connections: [ids.toBranch, ids.back, ids.away] });
      Object.assign(entryOf(file.boards, ids.other), { connections: [ids.go] });
    },
  ],
  [
    'a sourceType that is not where the source stands',
    `connections.${ids.go}.sourceType`,
    (file) => Object.assign(entryOf(file.connections, ids.go), { sourceType: 'conditions' }),
  ],
  [
    'a connection to a note',
    `connections.${ids.go}.targetid`,
    (file) => Object.assign(entryOf(file.connections, ids.go), { targetid: ids.note }),
  ],
  [
    'an output that starts elsewhere',
    `elements.${ids.end}.outputs.0`,
    (file) => Object.assign(entryOf(file.elements, ids.end), { outputs: [ids.go] }),
  ],
  [
    'an output that is not the connection of its condition',
    `conditions.${ids.if}.output`,
    (file) => Object.assign(entryOf(file.conditions, ids.if), { output: ids.away }),
  ],
  [
    'a condition with two outputs',
    `connections.${ids.away}.sourceid`,
    (file) => {
      Object.assign(entryOf(file.connections, ids.away), { sourceid: ids.if });
      Object.assign(entryOf(file.conditions, ids.else), { output: null });
    },
  ],
  [
    'folders that hold each other',
    `boards.${uuid(6)}.children`,
    (file) => Object.assign(file.boards, { [uuid(6)]: { name: 'A', children: [uuid(7)] }, [uuid(7)]: { name: 'B', children: [uuid(6)] } }),
  ],
  [
    'the root in a folder',
    `boards.${ids.folder}.children.0`,
    (file) => Object.assign(entryOf(file.boards, ids.folder), { children: [ids.root, ids.board, ids.other] }),
  ],
  ['a second root', `components.${ids.cast}.root`, (file) => Object.assign(entryOf(file.components, ids.cast), { root: true })],
  ['elements on a folder', `boards.${ids.folder}.notes`, (file) => Object.assign(entryOf(file.boards, ids.folder), { notes: [ids.note] })],
  [
    'a folder as a component of an element',
    `elements.${ids.start}.components.0`,
    (file) => Object.assign(entryOf(file.elements, ids.start), { components: [ids.cast] }),
  ],
  [
    'a customId twice',
    `components.${ids.hero}.customId`,
    (file) => {
      Object.assign(entryOf(file.components, ids.hero), { customId: 'main' });
      Object.assign(entryOf(file.boards, ids.board), { customId: 'main' });
    },
  ],
  [
    'a variable twice',
    `variables.${uuid(52)}.name`,
    (file) => Object.assign(file.variables, { [uuid(52)]: { name: 'gold', type: 'integer', value: 1 } }),
  ],
];

export const invalidValues: readonly [path: string, change: (file: File) => void][] = [
  ['boards', (file) => Object.assign(file, { boards: null })],
  ['elements', (file) => Object.assign(file, { elements: 'none' })],
  [
    'boards',
    (file) =>
      Object.assign(file, {
        boards: { [ids.root]: { root: true, children: [] } },
        ...Object.fromEntries(['elements', 'notes', 'jumpers', 'branches', 'conditions', 'connections'].map((name) => [name, {}])),
        startingElement: null,
      }),
  ],
  ['elements.start', (file) => Object.assign(file.elements, { start: {} })],
  ['name', (file) => Object.assign(file, { name: 'x'.repeat(256) })],
  ['startingElement', (file) => Object.assign(file, { startingElement: 7 })],
  ['locales.0.iso', (file) => Object.assign(file, { locales: [{ iso: '../x', name: 'X', base: null }] })],
  [
    'locales',
    (file) =>
      Object.assign(file, {
        locales: [
          { iso: 'en', name: 'A', base: null },
          { iso: 'de', name: 'B', base: null },
        ],
      }),
  ],
  [`elements.${ids.start}`, (file) => Object.assign(file.elements, { [ids.start]: [] })],
  [`elements.${ids.start}.x`, (file) => Object.assign(entryOf(file.elements, ids.start), { x: 39_900, width: 301 })],
  [`elements.${ids.start}.y`, (file) => Object.assign(entryOf(file.elements, ids.start), { y: -1 })],
  [`elements.${ids.start}.theme`, (file) => Object.assign(entryOf(file.elements, ids.start), { theme: 'Red' })],
  [`elements.${ids.start}.outputs`, (file) => Object.assign(entryOf(file.elements, ids.start), { outputs: {} })],
  [`elements.${ids.start}.outputs.0`, (file) => Object.assign(entryOf(file.elements, ids.start), { outputs: [null] })],
  [`elements.${ids.start}.title`, (file) => Object.assign(entryOf(file.elements, ids.start), { title: 7 })],
  [`elements.${ids.start}.content`, (file) => Object.assign(entryOf(file.elements, ids.start), { content: '<script>x</script>' })],
  [`elements.${ids.start}.assets.cover`, (file) => Object.assign(entryOf(file.elements, ids.start), { assets: { cover: 7 } })],
  [`notes.${ids.note}.content`, (file) => Object.assign(entryOf(file.notes, ids.note), { content: '<p onclick="x">a</p>' })],
  [`conditions.${ids.if}.script`, (file) => Object.assign(entryOf(file.conditions, ids.if), { script: '<img src=x>' })],
  [`connections.${ids.go}.type`, (file) => Object.assign(entryOf(file.connections, ids.go), { type: 'bezier' })],
  [`connections.${ids.go}.labelLocation`, (file) => Object.assign(entryOf(file.connections, ids.go), { labelLocation: 2 })],
  [
    `attributes.${ids.mood}.value.data`,
    (file) => Object.assign(entryOf(file.attributes, ids.mood), { value: { type: 'integer', data: 1.5 } }),
  ],
  [`variables.${ids.gold}.name`, (file) => Object.assign(entryOf(file.variables, ids.gold), { name: 'end if' })],
  [`variables.${ids.gold}.value`, (file) => Object.assign(entryOf(file.variables, ids.gold), { value: 'three' })],
];
