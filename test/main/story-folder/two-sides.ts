/** Stories that two people edit at the same time: random edits, and what both have changed. */

import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { en, StoryBuilder } from '../exporters/build-project.ts';

/** A whole number from 0 to below `count`, always the same for the same seed. */
type PickNumber = (count: number) => number;

/** A small generator with a state of 32 bits (mulberry32). */
export function createPick(seed: number): PickNumber {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

export function storyWithBoards(boards: number, elements: number): Project {
  const story = new StoryBuilder();
  for (let board = 0; board < boards; board++) {
    const boardId = story.board(`Board ${board}`);
    let before: string | null = null;
    for (let at = 0; at < elements; at++) {
      const content = { en: { text: `<p>The first paragraph of ${at}.</p><p>The second one.</p><p>And the third one.</p>` } };
      const id: string = story.element(boardId, null, { x: 400 * (at % 90), y: 20, title: en(`<p>Element ${at}</p>`), content });
      if (before !== null) story.connect(before, id);
      before = id;
    }
    for (let at = 0; at < elements / 5; at++) story.add('note', { boardId, x: 400 * at, y: 900, content: `<p>Note ${at}</p>` });
  }
  return story.project();
}

/** The fields that edits have changed, as `id#field`. */
type Edited = Set<string>;

interface Side {
  readonly project: Project;
  readonly edited: Edited;
}

/** The story after some edits on boards with numbers that `isBoard` accepts. */
export function edit(base: Project, count: number, pick: PickNumber, isBoard: (board: number) => boolean = () => true): Side {
  const project = new Project(base.records());
  const edited: Edited = new Set();
  const boards = [...project.recordsOfKind('board')].filter(({ type }) => type === 'board').filter((_, at) => isBoard(at));
  for (let done = 0; done < count; done++) {
    const board = boards[pick(boards.length)];
    const elements = project.children('element', board?.id ?? '', 'elements');
    const element = elements[pick(elements.length)];
    if (element) editElement(project, element, { pick, edited, done });
  }
  return { project, edited };
}

function editElement(
  project: Project,
  element: AnyRecord,
  { pick, edited, done }: { pick: PickNumber; edited: Edited; done: number },
): void {
  const change = (fields: Readonly<Record<string, unknown>>): void => {
    const before = project.get(element.id) ?? element;
    // The fields are those of an element.
    project.apply([{ before, after: { ...before, ...fields } as AnyRecord }]);
  };
  const text = (field: 'title' | 'content'): string => (element[field] as { en: { text: string } }).en.text;
  const what = pick(10);
  if (what < 5) {
    const paragraphs = text('content').split(/(?<=<\/p>)/);
    const at = pick(paragraphs.length);
    paragraphs[at] = `<p>Changed ${pick(1000)}.</p>`;
    edited.add(`${element.id}#content`);
    change({ content: { en: { text: paragraphs.join('') } } });
  } else if (what === 5) {
    edited.add(`${element.id}#title`);
    change({ title: { en: { text: `<p>Title ${pick(1000)}</p>` } } });
  } else if (what === 6) {
    edited.add(`${element.id}#place`);
    change({ x: pick(30_000), y: pick(30_000) });
  } else if (what === 7) {
    edited.add(`${element.id}#theme`);
    change({ theme: themes[1 + pick(themes.length - 1)] });
  } else if (what === 8) addNote(project, element, { pick, done });
  else addElement(project, element, { pick, done });
}

/** The story with some more elements on each board that no connection begins or ends at. */
export function withLooseElements(base: Project, count: number): Project {
  const project = new Project(base.records());
  let number = 0;
  for (const board of [...base.recordsOfKind('board')].filter(({ type }) => type === 'board')) {
    const near = base.children('element', board.id, 'elements').at(-1);
    for (let at = 0; near && at < count; at++) {
      const id = `${(0x70000000 + number++).toString(16)}-0000-4000-8000-000000000000`;
      const [title, content] = [`<p>Loose ${number}</p>`, `<p>The first paragraph of loose ${number}.</p><p>The second one.</p>`];
      const texts = { title: { en: { text: title } }, content: { en: { text: content } } };
      project.apply([{ after: { ...near, ...texts, id, rank: `${near.rank}${'bcdef'[at]}`, x: 50 * number } }]);
    }
  }
  return project;
}

/** As `edit`, and some elements that have no connections are moved to another board or removed, and both sides may add the same element. */
export function editWidely(base: Project, count: number, pick: PickNumber): Side {
  let project = new Project(base.records());
  const edited: Edited = new Set();
  const boards = [...base.recordsOfKind('board')].filter(({ type }) => type === 'board');
  for (let done = 0; done < count; done++) {
    const what = pick(10);
    const loose = [...project.recordsOfKind('element')].filter(({ id }) => id.startsWith('7000000'));
    const element = loose[pick(loose.length)];
    if (what > 2 || !element) {
      const side = edit(project, 1, pick);
      project = side.project;
      for (const field of side.edited) edited.add(field);
    } else if (what === 0) {
      const board = boards.find(({ id }) => id !== element.boardId);
      edited.add(`${element.id}#board`);
      project.apply([{ before: element, after: { ...element, boardId: board?.id ?? '', rank: `${element.rank}k` } }]);
    } else if (what === 1) {
      edited.add(`${element.id}#${removed}`);
      project.apply([{ before: element }]);
    } else {
      const id = `60000000-0000-4000-8000-000000000000`;
      edited.add(`${id}#added`);
      const after = {
        ...element,
        id,
        rank: `${element.rank}s`,
        boardId: boards[0]?.id ?? '',
        x: pick(3),
        title: { en: { text: '<p>Shared</p>' } },
      };
      if (!project.get(id)) project.apply([{ after }]);
    }
  }
  return { project, edited };
}

const removed = 'removed';

const newId = (pick: PickNumber, done: number): string =>
  `${(pick(2 ** 31) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${String(done).padStart(12, '0')}`;

function addNote(project: Project, { boardId, rank }: AnyRecord, { pick, done }: { pick: PickNumber; done: number }): void {
  const content = `<p>Note ${pick(1000)}</p>`;
  const sizes = { width: 301, height: 101, theme: 'default', autoHeight: true, isFrame: false };
  // The fields are those of a note.
  project.apply([
    { after: { kind: 'note', id: newId(pick, done), rank: `${rank}V`, boardId, x: pick(1000), y: 1, ...sizes, content } as AnyRecord },
  ]);
}

function addElement(project: Project, near: AnyRecord, { pick, done }: { pick: PickNumber; done: number }): void {
  const title = { en: { text: `<p>New ${pick(1000)}</p>` } };
  const added = { ...near, id: newId(pick, done), rank: `${near.rank}V`, title, content: { en: { text: '<p>New.</p>' } } };
  project.apply([{ after: added }]);
}

/** Whether both sides have changed the same field, or one has removed what the other has changed. */
export function hasSameField(one: Edited, two: Edited): boolean {
  const removedIds = new Set([...one, ...two].filter((each) => each.endsWith(`#${removed}`)).map(idOf));
  const twoIds = new Set([...two].map(idOf));
  return [...one].some((each) => two.has(each) || (removedIds.has(idOf(each)) && twoIds.has(idOf(each))));
}

/** Whether one side has moved an element to another board that the other side has changed, so that git has to find out where its file is. */
export function hasMovedAndEdited(one: Edited, two: Edited): boolean {
  const isIn = (moves: Edited, edits: Edited): boolean =>
    [...moves].some((each) => each.endsWith('#board') && [...edits].some((other) => idOf(other) === idOf(each)));
  return isIn(one, two) || isIn(two, one);
}

const idOf = (edited: string): string => edited.slice(0, edited.indexOf('#'));
