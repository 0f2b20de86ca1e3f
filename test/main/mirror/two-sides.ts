/** A story on two sides, which started as one: edited on either, and brought together by plans until there is nothing left to do. */
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { type Merged, merge } from '../../../main/mirror/merge.ts';
import { plan } from '../../../main/mirror/plan.ts';
import type { Question } from '../../../main/mirror/question.ts';
import { requestOf, type Sending } from '../../../main/mirror/requests.ts';
import type { Op } from '../../../main/mirror/sends.ts';
import type { Command } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { Project } from '../../../shared/project.ts';
import type { World } from '../../../shared/world.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';

export interface Sides {
  readonly mine: Engine;
  readonly hash: string;
  readonly remote: FakeRemote;
  readonly there: string;
  base: Project;
  readonly raised: Question[];
  readonly sent: Sending[];
  readonly refused: { op: Op; why: string }[];
  here(command: Command): void;
  elsewhere(command: Command): void;
}

let shared: FakeRemote | undefined;

/** Both sides with these records, agreed. The remote is one for all: opening it takes longer than a story. */
export async function twoSides(world: World, records: readonly AnyRecord[], mine: Engine = openEngine(null, world)): Promise<Sides> {
  shared ??= await openFakeRemote(world);
  const remote = shared;
  const { hash } = mine.create(records);
  const there = remote.create(records);
  return {
    mine,
    hash,
    remote,
    there,
    base: new Project(records),
    raised: [],
    sent: [],
    refused: [],
    here: (command) => void mine.send(hash, command, 'user'),
    elsewhere: (command) => void remote.engine.send(there, command, 'user'),
  };
}

export const mineOf = ({ mine, hash }: Sides): Project => mine.project(hash);
/** As a read would give it: without what the service keeps to itself. */
export const theirsOf = ({ remote, there }: Sides): Project => remote.engine.project(there);

/** Applies what a merge says to our side and to the base. */
export function takeIn(sides: Sides, merged: Merged): void {
  const { renamed, put, gone, base, raised } = merged;
  if (renamed.length + put.length + gone.length > 0) sides.mine.send(sides.hash, { do: 'take', renamed, put, gone }, 'remote');
  const rows = new Map([...sides.base.records()].map((record) => [record.id, record]));
  for (const record of base.put) rows.set(record.id, record);
  for (const id of base.gone) rows.delete(id);
  sides.base = new Project(rows.values());
  sides.raised.push(...raised);
}

/** Plans, takes in and sends until nothing is left; answers what is still in question. Fails where it does not end. */
export async function bringTogether(sides: Sides, rounds = 200): Promise<readonly Question[]> {
  for (let round = 0; round < rounds; round++) {
    const planned = plan({ base: sides.base, mine: mineOf(sides), theirs: theirsOf(sides) });
    if (planned.takesIn) {
      takeIn(sides, planned.merged);
      continue;
    }
    if (!(await sendAll(sides, planned.sends))) return planned.merged.questions;
  }
  throw new Error(
    `Not together after ${rounds} rounds: ${JSON.stringify(merge({ base: sides.base, mine: mineOf(sides), theirs: theirsOf(sides) }))}`,
  );
}

/** Sends what can be sent; whether anything was. */
async function sendAll(sides: Sides, ops: readonly Op[]): Promise<boolean> {
  let any = false;
  for (const op of ops) {
    const ready = requestOf(op, sides.there, mineOf(sides), theirsOf(sides));
    if (ready.is === 'refused' && !sides.refused.some((each) => each.op.id === op.id)) sides.refused.push({ op, why: ready.why });
    if (ready.is !== 'ready' || op.do === 'look') continue;
    const { sending } = ready;
    const { status, json } = await sides.remote.ask(sending);
    if (status >= 300) {
      if (sides.refused.some((each) => each.op.id === op.id)) continue;
      sides.refused.push({ op, why: `${sending.method} ${sending.path} ${JSON.stringify(sending.body)}: ${JSON.stringify(json)}` });
      continue;
    }
    any = true;
    sides.sent.push(sending);
    if (op.do === 'create') {
      const { id } = json as { id: string };
      if (id !== op.id) sides.mine.send(sides.hash, { do: 'take', renamed: [[op.id, id]], put: [], gone: [] }, 'remote');
    }
    sides.base = new Project(sides.base.records());
    settle(sides, sending, json);
  }
  return any;
}

/** After an answer the base has what was sent, where it was as theirs. */
function settle(sides: Sides, { op, expected }: Sending, json: unknown): void {
  const rows = new Map([...sides.base.records()].map((record) => [record.id, record]));
  for (const { before, after } of expected) {
    if (!after) rows.delete((before as AnyRecord).id);
    else rows.set(after.id, after);
  }
  if (op.do === 'create') {
    const { id } = json as { id: string };
    const made = rows.get(op.id);
    rows.delete(op.id);
    if (made) rows.set(id, { ...made, id });
  }
  sides.base = new Project(rows.values());
}
