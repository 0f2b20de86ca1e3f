/** Quick fixes change the story as it is when they are applied, and not as it was when it was checked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { applyFixes, toFinding } from '../../../main/exporters/checks/apply-fixes.ts';
import { checkStory, checkStoryInSteps } from '../../../main/exporters/checks/check-story.ts';
import { ExportSnapshots } from '../../../main/exporters/export-snapshots.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { smallStory } from '../exporters/build-project.ts';

/** A story with branches whose conditions assign: the fixes make them compare. */
async function opened(...scripts: string[]) {
  const parts = await openBackend(null, createTestEnvironment());
  onTestFinished(() => parts.close());
  const ask = createInvoke(parts);
  const { hash } = await ask('project.create', { template: 'sample' });
  const send = (command: Command) => ask('project.send', { hash, command });
  const records = async () => (await ask('project.read', { hash })).records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]);
  const boardId = (await records()).find(({ kind, type }) => kind === 'board' && type === 'board')?.id ?? '';
  await send({ do: 'create', kind: 'variable', fields: { name: 'torches', type: 'integer', value: 1 } });
  const conditions: string[] = [];
  for (const script of scripts) {
    const [branch] = (
      await send({ do: 'create', kind: 'branch', fields: { boardId, x: 0, y: 0 }, conditions: { ifCondition: { script } } })
    ).ids;
    conditions.push((await records()).find(({ kind, branchId }) => kind === 'condition' && branchId === branch)?.id ?? '');
  }
  const fixes = async () =>
    (await ask('project.check', { hash })).flatMap(({ rule, fix }) => (rule === 'sets-in-condition' && fix ? [fix.id] : []));
  return {
    ask,
    hash,
    fixes,
    write: (at: number, script: string) => send({ do: 'change', kind: 'condition', id: conditions[at] ?? '', fields: { script } }),
    scripts: async () => {
      const all = await records();
      return conditions.map((id) => all.find((record) => record.id === id)?.script);
    },
  };
}

test('[Exports] a fix changes what was written after the check', async () => {
  const { ask, hash, fixes, write, scripts } = await opened('torches = 1', 'torches = 2');
  const ids = await fixes();
  expect(ids).toHaveLength(2);
  await write(0, 'torches = 10');
  expect((await ask('project.applyFixes', { hash, fixes: ids })).applied).toBe(2);
  expect(await scripts()).toEqual(['torches == 10', 'torches == 2']);
  await ask('project.undo', { hash });
  expect(await scripts()).toEqual(['torches = 10', 'torches = 2']);
});

test('[Exports] a fix that no longer applies changes nothing; the others are applied', async () => {
  const { ask, hash, fixes, write, scripts } = await opened('torches = 1', 'torches = 2');
  const ids = await fixes();
  await write(0, 'torches > 10');
  expect((await ask('project.applyFixes', { hash, fixes: ids })).applied).toBe(1);
  expect(await scripts()).toEqual(['torches > 10', 'torches == 2']);
  expect((await ask('project.applyFixes', { hash, fixes: ids })).applied).toBe(0);
  expect(await scripts()).toEqual(['torches > 10', 'torches == 2']);
});

test('[Exports] a fix does not replace what is written while it is computed', async () => {
  const { ask, hash, fixes, write, scripts } = await opened('torches = 1');
  const ids = await fixes();
  const applied = ask('project.applyFixes', { hash, fixes: ids });
  const written = write(0, 'torches = 10');
  await Promise.all([applied, written]);
  expect(await scripts()).toEqual(['torches == 10']);
});

/** A story with a script that uses an unknown variable, and the fix that creates it, computed by a check during which `meanwhile` happens once. */
async function applyDuringCheck(
  meanwhile: (engine: Engine, hash: string) => void,
  {
    change = (records: readonly AnyRecord[]): readonly AnyRecord[] => records,
    isMeant = ({ rule }: { readonly rule: string }): boolean => rule !== 'missing-start',
  } = {},
) {
  const { story, board } = smallStory();
  story.element(board, '<pre><code>show(oil)</code></pre>');
  const engine = openEngine(null, createTestEnvironment());
  onTestFinished(() => engine.close());
  const { hash } = engine.createProject(change([...story.project().records()]));
  const ids = checkStory(engine.getProject(hash))
    .filter(isMeant)
    .flatMap((finding) => toFinding(finding).fix?.id ?? []);
  expect(ids).toHaveLength(1);
  const stories = new ExportSnapshots(engine);
  let checks = 0;
  let readers = 0;
  const snapshots: Pick<ExportSnapshots, 'use'> = {
    use: (of, work) =>
      stories.use(of, async (...snapshot) => {
        readers += 1;
        return work(...snapshot).finally(() => {
          readers -= 1;
        });
      }),
  };
  const applied = applyFixes({ snapshots, engine }, hash, ids, function* (project) {
    const findings = yield* checkStoryInSteps(project);
    if (++checks === 1) meanwhile(engine, hash);
    return findings;
  });
  const result = await applied.catch((error: unknown) => Problem.from(error).code);
  return { result, checks, readers };
}

test('[Exports] a fix that creates a record is computed again if anything was written meanwhile', async () => {
  const oil = { name: 'oil', type: 'boolean', value: true } as const;
  const created = await applyDuringCheck(
    (engine, hash) => void engine.execute(hash, { do: 'create', kind: 'variable', fields: oil }, 'user'),
  );
  expect(created).toMatchObject({ result: { applied: 0 }, checks: 2, readers: 0 });
  const undisturbed = await applyDuringCheck(() => undefined);
  expect(undisturbed).toMatchObject({ result: { applied: 1 }, checks: 1, readers: 0 });
});

test('[Exports] a project that is removed while a fix is computed does not keep its snapshot', async () => {
  expect(await applyDuringCheck((engine, hash) => engine.removeProject(hash))).toEqual({ result: 'notFound', checks: 1, readers: 0 });
});

test('[Targets] a fix of a paused target changes what was written after its last run', async () => {
  const { ask, hash, fixes, write, scripts } = await opened('torches = 1');
  const folder = newFolder();
  writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
  const { id } = await ask('target.add', { hash, folder, engine: 'godot' });
  await ask('target.change', { id, settings: { on: false } });
  const ids = await fixes();
  await write(0, 'torches = 10');
  expect((await ask('target.applyFixes', { id, fixes: ids })).applied).toBe(1);
  expect(await scripts()).toEqual(['torches == 10']);
});

test('[Exports] a fix that follows from other records than the one that it changes is computed again, too', async () => {
  const isStart = ({ rule }: { readonly rule: string }): boolean => rule === 'missing-start';
  const withoutStart = (records: readonly AnyRecord[]) =>
    records.map((each) => (each.kind === 'project' ? { ...each, startingElement: null } : each));
  const { checks } = await applyDuringCheck(
    (engine, hash) => {
      const [{ id = '' } = {}] = [...engine.getProject(hash).recordsOfKind('element')];
      engine.execute(hash, { do: 'change', kind: 'element', id, fields: { theme: 'red' } }, 'user');
    },
    { change: withoutStart, isMeant: isStart },
  );
  expect(checks).toBe(2);
});
