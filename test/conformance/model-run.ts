/** Sends a random sequence of requests to the service, applies it to the model, and stops at the first difference. */
import { openClient } from './client.ts';
import { Dice } from './dice.ts';
import { attributeSteps } from './model-attributes.ts';
import { boardSteps } from './model-boards.ts';
import { branchSteps } from './model-branches.ts';
import { itemSteps } from './model-items.ts';
import { differences, readsOf } from './model-reads.ts';
import { startingStory } from './model-start.ts';
import { type Model, printModel } from './model-state.ts';
import type { Maker, Step } from './model-step.ts';
import { treeSteps } from './model-trees.ts';
import type { ServiceAt } from './place.ts';

/** The groups take turns, so that a project contains records of every kind. */
const groups: readonly (readonly Maker[])[] = [
  boardSteps,
  itemSteps,
  itemSteps,
  branchSteps,
  branchSteps,
  attributeSteps,
  treeSteps,
  treeSteps,
];

export interface Played {
  sent: number;
  succeeded: number;
  readonly byStep: Map<string, { sent: number; succeeded: number }>;
}

interface Envelope {
  version: number;
  newVersion: number;
  versionTime: [string, string] | null;
  id?: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Sends `length` requests and compares all reads at intervals. Throws an error with the seed and the last requests. */
export async function play(service: ServiceAt, seed: number, length: number, played: Played): Promise<void> {
  const dice = new Dice(seed);
  const client = openClient(service);
  const { file, model } = startingStory(dice);
  const imported = await client.post('/workspace/projects/import', { name: model.name, project: file });
  if (imported.status !== 201) throw new Error(`The story to begin with is refused: ${JSON.stringify(imported.body)}`);
  const at = (path: string) => `/${imported.body.hash}${path}`;
  const past: string[] = [];
  const made = new Set<string>();
  let version: number | undefined;
  let time = 0;
  const fail = (says: string): never => {
    throw new Error(`${says}\nTALEPORT_SEED=${seed}; the requests before it:\n${past.slice(-8).join('\n')}`);
  };
  const read = async (path: string) => (await client.get(at(path))).body as Record<string, unknown>;

  const compareAll = async (some = 1) => {
    for (const each of readsOf(model)) {
      if (some < 1 && dice.next() > some) continue;
      const { status, body } = await client.get(at(each.path));
      if (status !== each.status) fail(`GET ${each.path} gives ${status} and should give ${each.status}: ${JSON.stringify(body)}`);
      const found = differences(each, body);
      if (found.length > 0) fail(`GET ${each.path}: ${found.slice(0, 3).join('\n')}`);
    }
  };
  /** The version envelope of a write, or for a write without an envelope the version expected now. */
  const follow = (step: Step, body: Envelope, before: string) => {
    const changed = printModel(model) !== before;
    if (step.answers !== undefined) {
      if (JSON.stringify(body) !== JSON.stringify(step.answers)) fail(`${step.what} answers ${JSON.stringify(body)}`);
      if (version !== undefined && changed) version += 1;
      return;
    }
    const responseText = JSON.stringify(body);
    if (version !== undefined && body.version !== version)
      fail(`${step.what} begins at version ${body.version}, not at ${version}: ${responseText}`);
    if (body.newVersion !== body.version + (changed ? 1 : 0))
      fail(`${step.what} ${changed ? 'changes something' : 'changes nothing'}: ${responseText}`);
    if (changed !== (body.versionTime !== null)) fail(`${step.what} has a wrong versionTime: ${responseText}`);
    const [seconds = '0', fraction = '0'] = body.versionTime ?? [];
    const now = Number(seconds) + Number(fraction);
    if (body.versionTime && !(now > time)) fail(`${step.what} is not after the write before it: ${responseText}`);
    if (body.versionTime) time = now;
    const keys = Object.keys(body).length;
    if (keys !== (step.status === 201 ? 4 : 3)) fail(`${step.what} answers ${responseText}`);
    version = body.newVersion;
  };

  await compareAll();
  for (let count = 0; count < length; count++) {
    const step = nextStep(model, dice);
    if (!step) continue;
    const line = `${step.method} ${step.path} ${JSON.stringify(step.body)} → ${step.status}`;
    past.push(line);
    const { status, body } = await client.send(step.method, at(step.path), step.body);
    const tally = played.byStep.get(step.what) ?? { sent: 0, succeeded: 0 };
    played.byStep.set(step.what, tally);
    played.sent++;
    tally.sent++;
    if (status !== step.status) fail(`${line}: answered ${status} ${JSON.stringify(body)}`);
    if (status >= 400) {
      expectFault(step, body, fail);
      if (dice.once(4)) await compareAll(0.1);
      continue;
    }
    played.succeeded++;
    tally.succeeded++;
    const before = printModel(model);
    if (status === 201) {
      if (!uuid.test(body.id) || made.has(body.id)) fail(`${line}: the id ${body.id} will not do`);
      made.add(body.id);
    }
    await step.apply?.(body.id ?? '', read);
    follow(step, body, before);
    await compareAll(count % 25 === 0 ? 1 : 0.05);
  }
  await compareAll();
}

function nextStep(model: Model, dice: Dice): Step | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const step = dice.oneOf(dice.oneOf(groups))({ model, dice });
    if (step) return step;
  }
  return undefined;
}

/** [Errors 2, 3] a 400 names the field or one inside it; a conflict names its type. */
function expectFault(
  { status, field, conflict, what }: Step,
  body: { errors?: unknown; conflictType?: string },
  fail: (says: string) => never,
): void {
  const responseText = `${what} (${status}) ${JSON.stringify(body)}`;
  const fields = Object.keys(body.errors ?? {});
  if (status === 400 && fields.length === 0 && typeof (body as { detail?: unknown }).detail !== 'string')
    fail(`${responseText} says nothing`);
  if (field !== undefined && !fields.some((each) => each === field || each.startsWith(`${field}.`) || each.startsWith(`${field}/`)))
    fail(`${responseText} should name ${field}`);
  if (conflict !== undefined && body.conflictType !== conflict) fail(`${responseText} should be ${conflict}`);
}
