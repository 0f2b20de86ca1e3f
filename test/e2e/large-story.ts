/** Made-up stories of any size, laid out when they are imported. */

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const perBoard = 500;

/** Boards of 500 elements, each leading to the next; the first, which may be smaller, has a component, a note and a jumper beside it. */
export function createLargeStory(count: number, name: string, firstBoard = perBoard): unknown {
  const ends = [Math.min(firstBoard, count)];
  for (let end = ends[0] ?? 0; end < count; ends.push(end)) end = Math.min(end + perBoard, count);
  const boards = ends.length;
  const elementsOn = (board: number) => {
    const start = ends[board - 1] ?? 0;
    return Array.from({ length: (ends[board] ?? 0) - start }, (_, at) => start + at);
  };
  const element = (at: number) => uuid(1_000_000 + at);
  const line = (at: number) => uuid(2_000_000 + at);
  const boardId = (at: number) => uuid(3_000_000 + at);
  const all = Array.from({ length: boards }, (_, board) => elementsOn(board)).flat();
  const leads = (at: number) => !ends.includes(at + 1);
  return {
    name,
    startingElement: element(0),
    boards: {
      [uuid(1)]: { name: 'Root', root: true, children: Array.from({ length: boards }, (_, board) => boardId(board)) },
      ...Object.fromEntries(
        Array.from({ length: boards }, (_, board) => [
          boardId(board),
          {
            name: `Chapter ${board + 1}`,
            notes: board === 0 ? [uuid(10)] : [],
            jumpers: board === 0 ? [uuid(11)] : [],
            branches: [],
            elements: elementsOn(board).map(element),
            connections: elementsOn(board).filter(leads).map(line),
          },
        ]),
      ),
    },
    notes: { [uuid(10)]: { theme: 'blue', content: '<p>A remark.</p>' } },
    jumpers: { [uuid(11)]: { elementId: element(0) } },
    branches: {},
    conditions: {},
    elements: Object.fromEntries(
      all.map((at) => [
        element(at),
        {
          theme: ['default', 'green', 'blue', 'gold', 'red'][at % 5],
          title: `<p>The lamp of night ${at + 1}</p>`,
          content: `<p>The old door opens slowly, and behind it stands a lamp that nobody has lit for ${at + 1} years.</p>`,
          outputs: leads(at) ? [line(at)] : [],
          components: at === 0 ? [uuid(21)] : [],
        },
      ]),
    ),
    connections: Object.fromEntries(
      all.filter(leads).map((at) => [
        line(at),
        {
          type: 'Bezier',
          label: '<p>Go on</p>',
          theme: 'default',
          sourceid: element(at),
          sourceType: 'elements',
          targetid: element(at + 1),
          targetType: 'elements',
        },
      ]),
    ),
    components: { [uuid(20)]: { name: 'Root', root: true, children: [uuid(21)] }, [uuid(21)]: { name: 'Maren' } },
    attributes: {},
    assets: { [uuid(4)]: { root: true, children: [] } },
    variables: { [uuid(5)]: { root: true, children: [uuid(6)] }, [uuid(6)]: { name: 'coins', type: 'integer', value: 0, cType: 'global' } },
    cover: null,
  };
}
