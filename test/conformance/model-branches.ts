/** Requests about branches, conditions and connections, following [Branches and conditions] and [Connections]. */
import { deleter } from './model-items.ts';
import { conditionsOf, removeBranch, removeCondition, removeConnection } from './model-removal.ts';
import { type Branch, type Connection, drop, insert, type Model, recordOf, reorder, type Texts } from './model-state.ts';
import {
  badIndices,
  badLocalized,
  itemBoard,
  localized,
  localizedByPath,
  type Maker,
  nowhere,
  randomCreateIndex,
  randomMoveIndex,
  randomPosition,
  type Step,
  type StepContext,
  scripts,
  themes,
  writeTexts,
} from './model-step.ts';

type ConditionInput = { script?: string | null };
type Read = (path: string) => Promise<Record<string, unknown>>;

/** A condition as a request may contain it, and the script that is stored. */
function someCondition({ dice }: StepContext): [ConditionInput, string | null] {
  if (dice.once(5)) return [{}, null];
  const [given, stored] = dice.oneOf(scripts);
  return [{ script: given }, stored];
}

const badConditions: readonly unknown[] = [
  { ifCondition: { script: 'a', output: null } },
  { ifCondition: { script: 5 } },
  { elseIfConditions: {} },
  { elseIfConditions: [{ output: 'x' }] },
  { elseCondition: 'x' },
  { otherwise: {} },
  [],
  null,
  { ifCondition: { script: '<script>x</script>' } },
];

const createBranch: Maker = (hand) => {
  const { model, dice } = hand;
  const { boardId, board, ...fault } = itemBoard(hand);
  const at = randomPosition(hand, 288, 53);
  const index = randomCreateIndex(hand);
  const first = dice.once(2) ? someCondition(hand) : undefined;
  const middle = dice.once(2) ? Array.from({ length: dice.below(4) }, () => someCondition(hand)) : undefined;
  const last = dice.once(2) ? someCondition(hand) : undefined;
  const conditions = {
    ...(first ? { ifCondition: first[0] } : {}),
    ...(middle ? { elseIfConditions: middle.map(([given]) => given) } : {}),
    ...(last ? { elseCondition: last[0] } : {}),
  };
  const body = { boardId, ...at, ...index, ...(dice.once(3) ? {} : { conditions }) };
  const hasConditions = 'conditions' in body;
  const step = { what: 'create branch', method: 'POST' as const, path: '/branch' };
  if (board && dice.once(8)) return { ...step, body: { ...body, conditions: dice.oneOf(badConditions) }, status: 400, field: 'conditions' };
  if (board && dice.once(12))
    return { ...step, body: { ...body, ...dice.oneOf([{ x: 39_713 }, { y: 39_948 }, { width: 288 }]) }, status: 400 };
  return {
    ...step,
    body,
    ...fault,
    async apply(id, read) {
      const expectedScripts = hasConditions
        ? [first?.[1] ?? null, ...(middle ?? []).map(([, stored]) => stored), ...(last ? [last[1]] : [])]
        : [null];
      const branch: Branch = {
        boardId: String(boardId),
        ...at,
        theme: 'default',
        ifCondition: '',
        elseIfConditions: [],
        elseCondition: null,
      };
      model.branches.set(id, branch);
      if (board) insert(board.branches, id, index.index);
      await learn(model, id, branch, expectedScripts, hasConditions && last !== undefined, read);
    },
  };
};

/** The service generates the ids of conditions: they are read and added to the model in the order of the expected scripts. */
async function learn(model: Model, id: string, branch: Branch, wanted: (string | null)[], hasElse: boolean, read: Read): Promise<void> {
  type Shown = { id: string; script: string | null };
  const stored = (await read(`/branch/${id}`)) as {
    conditions: { ifCondition: Shown; elseIfConditions: Shown[]; elseCondition: Shown | null };
  };
  const { ifCondition, elseIfConditions, elseCondition } = stored.conditions;
  branch.ifCondition = ifCondition.id;
  branch.elseIfConditions = elseIfConditions.map((each) => each.id);
  branch.elseCondition = elseCondition?.id ?? null;
  const ids = conditionsOf(model, id);
  if (ids.length !== wanted.length || (elseCondition !== null) !== hasElse)
    throw new Error(`Branch ${id} should have ${wanted.length} conditions: ${JSON.stringify(stored)}`);
  for (const [at, condition] of ids.entries()) model.conditions.set(condition, { branchId: id, script: wanted[at] ?? null });
}

const changeBranch: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.branches.keys());
  if (id === undefined) return undefined;
  const branch = recordOf(model.branches, id);
  const step = { what: 'change branch', method: 'PATCH' as const, path: `/branch/${id}` };
  if (dice.once(8)) return { ...step, body: { conditions: dice.oneOf(badConditions) }, status: 400, field: 'conditions' };
  if (dice.once(12)) return { ...step, body: dice.oneOf([{}, { x: 39_712.5 }, { boardId: branch.boardId }, { script: 'a' }]), status: 400 };
  const at = dice.once(2) ? randomPosition(hand, 288, 53) : {};
  const theme = dice.once(2) ? { theme: dice.oneOf(themes) } : {};
  const plain = () => Object.assign(branch, at, theme);
  if (dice.once(3) && Object.keys({ ...at, ...theme }).length > 0)
    return { ...step, body: { ...at, ...theme }, status: 200, apply: () => void plain() };
  const wish = finalState(hand, id, branch);
  return {
    ...step,
    body: { ...at, ...theme, conditions: wish.conditions },
    ...wish.fault,
    async apply(_id, read) {
      plain();
      await wish.apply(read);
    },
  };
};

interface Wish {
  conditions: Record<string, unknown>;
  fault: { status: number; field?: string; conflict?: string };
  apply(read: Read): Promise<void>;
}

/** [Branches and conditions] the desired final state: kept conditions in any order, new ones without an id, the others deleted. */
function finalState(hand: StepContext, id: string, branch: Branch): Wish {
  const { model, dice } = hand;
  const conditions: Record<string, unknown> = {};
  let fault: Wish['fault'] = { status: 200 };
  const now = (condition: string) => recordOf(model.conditions, condition).script;
  const wanted = {
    first: now(branch.ifCondition),
    middle: branch.elseIfConditions.map(now),
    last: branch.elseCondition === null ? undefined : now(branch.elseCondition),
  };
  const going: string[] = [];
  let kept = [...branch.elseIfConditions];
  if (dice.once(2)) {
    const [given, stored] = someCondition(hand);
    const named = dice.once(2) ? { id: branch.ifCondition } : {};
    conditions.ifCondition = { ...named, ...given };
    if ('script' in given) wanted.first = stored;
  }
  if (dice.once(2) || Object.keys(conditions).length === 0) {
    kept = branch.elseIfConditions.filter(() => !dice.once(3));
    if (dice.once(2)) kept.reverse();
    going.push(...branch.elseIfConditions.filter((each) => !kept.includes(each)));
    const entries: { id?: string; script?: string | null }[] = [];
    wanted.middle = [];
    for (const each of kept) {
      const [given, stored] = someCondition(hand);
      entries.push({ id: each, ...given });
      wanted.middle.push('script' in given ? stored : now(each));
    }
    if (dice.once(2)) {
      const [given, stored] = someCondition(hand);
      const at = dice.below(entries.length + 1);
      entries.splice(at, 0, given);
      wanted.middle.splice(at, 0, stored);
    }
    conditions.elseIfConditions = entries;
    const foreign = dice.once(6) ? dice.find([...model.conditions].filter(([, { branchId }]) => branchId !== id)) : undefined;
    if (foreign) {
      entries.push({ id: foreign[0] });
      fault = { status: 409 };
    } else if (dice.once(12)) {
      entries.push({ id: dice.uuid() });
      fault = { status: 404 };
    }
  }
  if (dice.once(2)) {
    const [given, stored] = someCondition(hand);
    const isGone = dice.once(2);
    conditions.elseCondition = isGone ? null : given;
    if (isGone) {
      if (branch.elseCondition !== null) going.push(branch.elseCondition);
      wanted.last = undefined;
    } else wanted.last = 'script' in given ? stored : (wanted.last ?? null);
  }
  return {
    conditions,
    fault,
    async apply(read) {
      for (const gone of going) removeCondition(model, gone);
      const { first, middle, last } = wanted;
      const before = new Set(conditionsOf(model, id));
      await learn(model, id, branch, [first, ...middle, ...(last === undefined ? [] : [last])], last !== undefined, read);
      const order = branch.elseIfConditions.filter((each) => before.has(each));
      if (conditions.elseIfConditions && String(order) !== String(kept)) throw new Error(`Branch ${id} keeps ${order}, not ${kept}`);
      for (const each of before) if (!conditionsOf(model, id).includes(each)) throw new Error(`Condition ${each} should have stayed`);
    },
  };
}

const branchParts: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.branches.keys());
  if (id === undefined) return undefined;
  const branch = recordOf(model.branches, id);
  const [script, stored] = dice.oneOf(scripts);
  const [base, elseIf, last] = [`/branch/${id}`, `/branch/${id}/else-if-condition`, `/branch/${id}/else-condition`];
  const set = (condition: string) => () => {
    recordOf(model.conditions, condition).script = stored;
  };
  const own = dice.find(branch.elseIfConditions);
  const other = dice.find([...model.conditions.keys()].filter((each) => !branch.elseIfConditions.includes(each))) ?? dice.uuid();
  const index = randomMoveIndex(hand);
  const bad = dice.oneOf([{}, { script: 1 }, { script, output: null }, { scripts: 'a' }]);
  const patch = (path: string, body: unknown, status: number, apply?: () => void): Step => ({
    what: 'condition',
    method: 'PATCH',
    path,
    body,
    status,
    ...(apply ? { apply } : {}),
  });
  return dice.oneOf<() => Step | undefined>([
    () => patch(`${base}/if-condition`, { script }, 200, set(branch.ifCondition)),
    () => patch(`${base}/if-condition`, bad, 400),
    () => ({
      what: 'create else-if',
      method: 'POST',
      path: elseIf,
      body: { script },
      status: 201,
      apply(made) {
        branch.elseIfConditions.push(made);
        model.conditions.set(made, { branchId: id, script: stored });
      },
    }),
    () => (own === undefined ? undefined : patch(`${elseIf}/${own}`, { script }, 200, set(own))),
    () => patch(`${elseIf}/${other}`, { script }, 404),
    () =>
      own === undefined ? undefined : patch(`${elseIf}/${own}/index`, { index }, 200, () => reorder(branch.elseIfConditions, own, index)),
    () => (own === undefined ? undefined : patch(`${elseIf}/${own}/index`, { index: dice.oneOf([...badIndices, '-']) }, 400)),
    () =>
      own === undefined
        ? undefined
        : { what: 'delete else-if', method: 'DELETE', path: `${elseIf}/${own}`, status: 200, apply: () => removeCondition(model, own) },
    () => ({
      what: 'create else',
      method: 'POST',
      path: last,
      body: { script },
      ...(branch.elseCondition === null ? { status: 201 } : { status: 409 }),
      apply(made) {
        branch.elseCondition = made;
        model.conditions.set(made, { branchId: id, script: stored });
      },
    }),
    () =>
      patch(
        last,
        { script },
        branch.elseCondition === null ? 404 : 200,
        () => branch.elseCondition !== null && set(branch.elseCondition)(),
      ),
    () => ({
      what: 'delete else',
      method: 'DELETE',
      path: last,
      status: branch.elseCondition === null ? 404 : 200,
      apply: () => branch.elseCondition !== null && removeCondition(model, branch.elseCondition),
    }),
  ])();
};

type Ends = Pick<Connection, 'sourceid' | 'sourceType'>;
const sourcesOn = (model: Model, boardId: string): Ends[] => {
  const board = recordOf(model.boards, boardId);
  return [
    ...board.elements.map((sourceid): Ends => ({ sourceid, sourceType: 'elements' })),
    ...board.branches.flatMap((branch) => conditionsOf(model, branch).map((sourceid): Ends => ({ sourceid, sourceType: 'conditions' }))),
  ];
};
type Target = Pick<Connection, 'targetid' | 'targetType'>;
const targetsOn = (model: Model, boardId: string): Target[] => {
  const { elements, branches, jumpers } = recordOf(model.boards, boardId);
  return [
    ...elements.map((targetid): Target => ({ targetid, targetType: 'elements' })),
    ...branches.map((targetid): Target => ({ targetid, targetType: 'branches' })),
    ...jumpers.map((targetid): Target => ({ targetid, targetType: 'jumpers' })),
  ];
};
const hasOutput = (model: Model, condition: string): boolean =>
  [...model.connections.values()].some(({ sourceid }) => sourceid === condition);

/** Fields of a connection's appearance, except the label. */
function connectionStyle({ dice }: StepContext): Record<string, unknown> {
  return {
    ...(dice.once(3) ? { labelLocation: dice.oneOf([0, 1, 0.25]) } : {}),
    ...(dice.once(3) ? { labelWidth: dice.oneOf([null, 120.5, 1]) } : {}),
    ...(dice.once(3) ? { sourceFace: dice.oneOf([null, 'left', 'top']) } : {}),
    ...(dice.once(3) ? { targetFace: dice.oneOf([null, 'right', 'bottom']) } : {}),
    ...(dice.once(3) ? { theme: dice.oneOf(themes) } : {}),
    ...(dice.once(3) ? { type: dice.oneOf(['Straight', 'Bezier', 'Flowchart']) } : {}),
  };
}
const invalidStyles: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ labelLocation: 1.01 }, 'labelLocation'],
  [{ labelLocation: null }, 'labelLocation'],
  [{ labelWidth: 0 }, 'labelWidth'],
  [{ labelWidth: '1' }, 'labelWidth'],
  [{ sourceFace: 'Left' }, 'sourceFace'],
  [{ type: 'bezier' }, 'type'],
  [{ theme: 'lightblue' }, 'theme'],
  [{ boardId2: 'x' }, 'boardId2'],
];

const createConnection: Maker = (hand) => {
  const { model, dice } = hand;
  const busy = [...model.boards].filter(([, { elements }]) => elements.length > 0).map(([id]) => id);
  const boardId = dice.find(busy);
  if (boardId === undefined) return undefined;
  const source = dice.oneOf(sourcesOn(model, boardId));
  const target = dice.oneOf(targetsOn(model, boardId));
  const label = dice.once(2) ? localized(hand) : undefined;
  const body = { boardId, ...source, ...target, ...connectionStyle(hand), ...(label ? { label: label[0] } : {}) };
  const step = { what: 'create connection', method: 'POST' as const, path: '/connection' };
  if (dice.once(6)) return spoiltConnection(hand, step, body, boardId);
  const full = source.sourceType === 'conditions' && hasOutput(model, source.sourceid);
  return {
    ...step,
    body,
    status: full ? 409 : 201,
    apply(id) {
      const texts: Texts = {};
      writeTexts(texts, label?.[1] ?? {});
      const fresh = { sourceFace: null, targetFace: null, labelLocation: 0.5, labelWidth: null, theme: 'default', type: 'Bezier' };
      model.connections.set(id, { ...fresh, ...body, label: texts });
      recordOf(model.boards, boardId).connections.push(id);
      if (source.sourceType === 'elements') recordOf(model.elements, source.sourceid).outputs.push(id);
    },
  };
};

function spoiltConnection(
  hand: StepContext,
  step: Pick<Step, 'what' | 'method' | 'path'>,
  body: Record<string, unknown>,
  boardId: string,
): Step {
  const { model, dice } = hand;
  const [look, field] = dice.oneOf(invalidStyles);
  const { value, ...bad } = badLocalized(hand, 'label');
  const elsewhere = dice.find([...model.elements].filter(([, each]) => each.boardId !== boardId).map(([id]) => id));
  const free = dice.find(recordOf(model.boards, boardId).elements) ?? '';
  const sound = { ...body, sourceid: free, sourceType: 'elements', label: null };
  return dice.oneOf<() => Step>([
    () => ({ ...step, body: { ...body, ...look }, status: 400, field }),
    () => ({ ...step, body: { ...sound, label: value }, ...bad }),
    () => ({ ...step, body: { ...sound, targetid: nowhere(hand) }, status: 409, conflict: 'invalid_target' }),
    () => ({ ...step, body: { ...sound, sourceid: nowhere(hand) }, status: 409, conflict: 'invalid_target' }),
    () => ({ ...step, body: { ...sound, boardId: dice.uuid() }, status: 409, conflict: 'missing_parent' }),
    () => ({ ...step, body: { ...sound, boardId: model.rootBoard }, status: 400, field: 'boardId' }),
    () => ({
      ...step,
      body: { ...sound, targetid: elsewhere ?? dice.uuid(), targetType: 'elements' },
      status: 409,
      conflict: 'invalid_target',
    }),
    () => ({ ...step, body: { ...sound, sourceType: 'conditions' }, status: 409, conflict: 'invalid_target' }),
    () => ({ ...step, body: { ...sound, targetType: 'notes' }, status: 400, field: 'targetType' }),
    () => ({ ...step, body: { ...sound, sourceType: undefined }, status: 400, field: 'sourceType' }),
  ])();
}

const changeConnection: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.connections.keys());
  if (id === undefined) return undefined;
  const connection = recordOf(model.connections, id);
  const step = { what: 'change connection', method: 'PATCH' as const, path: `/connection/${id}` };
  const [look, field] = dice.oneOf(invalidStyles);
  if (dice.once(8)) return { ...step, body: look, status: 400, field };
  if (dice.once(12))
    return {
      ...step,
      body: dice.oneOf([{}, { targetid: connection.targetid }, { sourceType: 'elements' }, { boardId: connection.boardId }]),
      status: 400,
    };
  if (dice.once(12)) {
    const { value, ...bad } = badLocalized(hand, 'label');
    return { ...step, body: { label: value }, ...bad };
  }
  if (dice.once(15)) return { ...step, body: { targetid: nowhere(hand), targetType: 'elements' }, status: 409, conflict: 'invalid_target' };
  const source = dice.once(3) ? dice.oneOf(sourcesOn(model, connection.boardId)) : undefined;
  const target = dice.once(3) ? dice.oneOf(targetsOn(model, connection.boardId)) : undefined;
  const label = dice.once(2) ? slashed(hand) : undefined;
  const style = { theme: connection.theme, ...connectionStyle(hand) };
  const body = { ...style, ...source, ...target, ...label?.[0] };
  const full = source?.sourceType === 'conditions' && source.sourceid !== connection.sourceid && hasOutput(model, source.sourceid);
  return {
    ...step,
    body,
    status: full ? 409 : 200,
    apply() {
      if (source && source.sourceid !== connection.sourceid) {
        const before = model.elements.get(connection.sourceid);
        if (before) drop(before.outputs, id);
        model.elements.get(source.sourceid)?.outputs.push(id);
      }
      Object.assign(connection, style, source, target);
      writeTexts(connection.label, label?.[1] ?? {});
    },
  };
};

/** [Elements] the path-style form of connections is `label/<locale>/text`. */
function slashed(hand: StepContext): [Record<string, unknown>, Texts] {
  const [given, written] = localizedByPath(hand, 'label');
  const [language = ''] = Object.keys(written);
  if (hand.dice.once(2)) return [{ [`label/${language}/text`]: Object.values(given)[0] }, written];
  const [value, texts] = localized(hand);
  return [{ label: value }, texts];
}

export const branchSteps: readonly Maker[] = [
  createBranch,
  createBranch,
  changeBranch,
  changeBranch,
  branchParts,
  branchParts,
  branchParts,
  createConnection,
  createConnection,
  createConnection,
  createConnection,
  changeConnection,
  changeConnection,
  deleter('/branch', ({ branches }) => branches, removeBranch),
  deleter('/connection', ({ connections }) => connections, removeConnection),
];
