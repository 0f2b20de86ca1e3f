/** Properties that hold after any commands, whoever sent them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../main/engine/engine.ts';
import { type ChangeSet, changedRecordId, jsonEquals } from '../../shared/model/change-set.ts';
import type { Command, CommandOrigin, CommandResult } from '../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { CommandTally } from '../command-tally.ts';
import { findProjectErrors } from '../project-errors.ts';
import { type CommandSketch, commandSketches, toCommand } from '../random-commands.ts';
import { cases, expectEnough } from '../rounds.ts';
import { createTestStory } from '../story-builder.ts';
import { createTestEnvironment } from '../test-environment.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const tally = new CommandTally();

function attempt(
  send: (command: Command, origin?: CommandOrigin) => CommandResult,
  wish: CommandSketch,
  project: Project,
  origin: CommandOrigin = 'user',
): CommandResult | undefined {
  const command = toCommand(wish, project);
  if (!command) return undefined;
  return tally.attempt(() => send(command, origin));
}

const open = (folder: string | null = null) => {
  tally.startCase();
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  return { engine, ...createTestStory(engine, environment) };
};
const recordsOf = (project: Project) => new Map([...project.records()].map((record) => [record.id, record]));

/** Everything derived from a project in addition to its records. */
function indexesOf(project: Project) {
  return [...project.records()].map((record) => [
    record.id,
    [...project.referrersOf(record.id)].sort(),
    getKind(record.kind).orders.map(({ parentField, list }) =>
      project.childIds(parentField === null ? null : String(record[parentField]), list),
    ),
    getKind(record.kind)
      .uniqueKeys(record)
      .map(({ key }) => project.recordIdByUniqueKey(key)),
  ]);
}

function expectSameIndexes(one: Project, two: Project): void {
  const [oneById, twoById] = [one, two].map((project) => new Map(indexesOf(project).map(([id, ...rest]) => [id, rest])));
  expect(oneById).toEqual(twoById);
}

/** Every value of a record, one for each language where it has several. */
function* valuesOf(record: AnyRecord | undefined): Generator<string> {
  for (const [field, value] of Object.entries(record ?? {}))
    if (typeof value !== 'object' || value === null) yield `${field}: ${value}`;
    else for (const [key, inner] of Object.entries(value)) yield `${field}.${key}: ${JSON.stringify(inner)}`;
}

describe('after any accepted commands', () => {
  test('every record is valid, every reference has its target, every index equals a new one', () => {
    fc.assert(
      fc.property(commandSketches(), (list) => {
        const { project, send } = open();
        const earlier = [...project.records()];
        for (const wish of list) attempt(send, wish, project);
        expect(findProjectErrors(project.records())).toEqual([]);
        const fresh = new Project([...project.records()].sort((one, two) => (one.id < two.id ? -1 : 1)));
        expectSameIndexes(project, fresh);
        const before = new Project(earlier);
        expectSameIndexes(project.withRecords(earlier), before);
        expectSameIndexes(before.withRecords(project.records()), project);
      }),
      { numRuns: cases(150) },
    );
    tally.expectEnough();
  });

  test('a record may have the id that one of another kind had', () => {
    const { project } = open();
    const [board, component] = [project.recordsOfKind('board').next().value, project.recordsOfKind('component').next().value];
    const records = [...project.records()].filter((record) => record !== board);
    const changed = project.withRecords([...records, { ...Object(component), id: board?.id }]);
    expectSameIndexes(changed, new Project(changed.records()));
    const counts = (['board', 'component'] as const).map((kind) => changed.countOfKind(kind) - project.countOfKind(kind));
    expect(counts).toEqual([-1, 1]);
  });

  test('[Version envelope] a rejected command and one without effect keep the version, any other increases it by one', () => {
    fc.assert(
      fc.property(commandSketches(40), (list) => {
        const { engine, hash, project, send } = open();
        for (const wish of list) {
          const before = recordsOf(project);
          const { version } = engine.getVersion(hash);
          const reply = attempt(send, wish, project);
          const changed = !jsonEquals([...before.values()], [...recordsOf(project).values()]);
          const after = recordsOf(project);
          const differs = before.size !== after.size || [...after].some(([id, record]) => !jsonEquals(before.get(id), record));
          expect(engine.getVersion(hash).version).toBe(version + (differs ? 1 : 0));
          if (reply)
            expect([reply.version, reply.newVersion, reply.versionTime === null]).toEqual([version, version + (differs ? 1 : 0), !differs]);
          else expect(changed).toBe(false);
        }
      }),
      { numRuns: cases(60) },
    );
  });

  test('undo restores every step exactly, and redo applies it again', () => {
    fc.assert(
      fc.property(commandSketches(), (list) => {
        const { engine, hash, project, send } = open();
        const states = [recordsOf(project)];
        for (const wish of list) {
          const reply = attempt(send, wish, project);
          if (reply && reply.versionTime !== null) states.push(recordsOf(project));
        }
        const last = states.length - 1;
        for (let step = last; step > 0; step--) {
          expect(engine.undo(hash).skipped).toEqual([]);
          expect(recordsOf(project)).toEqual(states[step - 1]);
        }
        for (let step = 1; step <= last; step++) {
          expect(engine.redo(hash).skipped).toEqual([]);
          expect(recordsOf(project)).toEqual(states[step]);
        }
      }),
      { numRuns: cases(100) },
    );
  });

  test('with changes of others in between, undo reverts only what is still the user’s', () => {
    let changedByOthers = 0;
    fc.assert(
      fc.property(commandSketches(), fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (list, others) => {
        const { engine, hash, project, send } = open();
        const foreign = new Map<string, AnyRecord | undefined>();
        const users = new Map<string, Set<string>>();
        engine.onEvent((event) => {
          if (event.event !== 'project.changed') return;
          for (const change of event.changes as ChangeSet) {
            const id = changedRecordId(change);
            const values = users.get(id) ?? new Set();
            users.set(id, values);
            if (event.origin !== 'remote') for (const value of valuesOf(change.after)) values.add(value);
            // A value that others set back to that of the user counts as that of the user again.
            const theirs = !change.after || [...valuesOf(change.after)].some((value) => !values.has(value));
            if (event.origin === 'remote' && theirs) foreign.set(id, change.after);
            else if (steps < list.length) foreign.delete(id);
          }
        });
        let steps = 0;
        for (const [index, wish] of list.entries()) {
          steps = index;
          attempt(send, wish, project, others[index] ? 'remote' : 'user');
        }
        steps = list.length;
        while (engine.getUndoRedoLabels(hash).undo !== null) engine.undo(hash);
        expect(findProjectErrors(project.records())).toEqual([]);
        for (const [id, record] of foreign) {
          if (record === undefined) expect(project.get(id)).toBeUndefined();
          else if (record.kind !== 'project') expect(project.get(id)).toBeDefined();
        }
        if (foreign.size > 0) changedByOthers++;
      }),
      { numRuns: cases(100) },
    );
    expectEnough(changedByOthers, cases(100), 0.5);
  });

  test('a batch is all or nothing', () => {
    fc.assert(
      fc.property(commandSketches(30), (list) => {
        const { engine, hash, project, send } = open();
        for (const wish of list) attempt(send, wish, project);
        const before = recordsOf(project);
        const { version } = engine.getVersion(hash);
        const commands = list.flatMap((wish) => toCommand(wish, project) ?? []);
        try {
          send({ do: 'batch', commands });
          expect(engine.getVersion(hash).version).toBeLessThanOrEqual(version + 1);
          expect(findProjectErrors(project.records())).toEqual([]);
          if (engine.getVersion(hash).version > version) engine.undo(hash);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
          expect(engine.getVersion(hash).version).toBe(version);
        }
        expect(recordsOf(project)).toEqual(before);
      }),
      { numRuns: cases(80) },
    );
  });

  test('closing and opening a project preserves it and its undo history', () => {
    fc.assert(
      fc.property(commandSketches(40), (list) => {
        const folder = mkdtempSync(join(tmpdir(), 'taleport-'));
        folders.push(folder);
        const { engine, hash, project, send } = open(folder);
        const start = recordsOf(project);
        let steps = 0;
        for (const wish of list) steps += attempt(send, wish, project)?.versionTime ? 1 : 0;
        const [end, indexes] = [recordsOf(project), indexesOf(project)];
        engine.close();
        const again = openEngine(folder, createTestEnvironment(2));
        expect(recordsOf(again.getProject(hash))).toEqual(end);
        expect(new Map(indexesOf(again.getProject(hash)).map(([id, ...rest]) => [id, rest]))).toEqual(
          new Map(indexes.map(([id, ...rest]) => [id, rest])),
        );
        for (; steps > 0; steps--) expect(again.undo(hash).skipped).toEqual([]);
        expect(recordsOf(again.getProject(hash))).toEqual(start);
        again.close();
      }),
      { numRuns: cases(15) },
    );
  });
});
