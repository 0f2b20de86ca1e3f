/** Which plug-in of a game the open story is checked for. */
import { afterEach, expect, test, vi } from 'vitest';
import type { ExporterDescription } from '../../../../shared/contracts/exporters.ts';
import type { Target } from '../../../../shared/contracts/targets.ts';
import { taleportScriptProfile } from '../../../../shared/script/script-profile.ts';
import { waitFor } from '../../../wait-for.ts';
import { stubBackend } from '../../stub-backend.ts';

afterEach(() => vi.useRealTimers());

/** Only those fields of a target and of an exporter that the choice of a plug-in reads. */
const targetOf = (id: string, engine: string, otherScriptProfile: string | null = null) =>
  ({ id, hash: 'a', engine, otherScriptProfile }) as Target;
const exporterOf = (id: string, hasProject: boolean) => {
  const otherScriptProfiles: ExporterDescription['otherScriptProfiles'] = id === 'unity' ? { v2: taleportScriptProfile } : {};
  return { id, label: id, hasProject, otherScriptProfiles } as ExporterDescription;
};

async function openProject(...targets: Target[]) {
  const checkedFor: (string | null)[] = [];
  stubBackend({
    'exporter.list': () => [exporterOf('json', false), exporterOf('unity', true), exporterOf('godot', true)],
    'exporter.documents': () => [],
    'target.list': () => targets,
    'project.problems': ({ engine = null, otherScriptProfile = null }) => {
      return { version: checkedFor.push(otherScriptProfile === null ? engine : `${engine} ${otherScriptProfile}`), groups: [] };
    },
  });
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined });
  const [{ problemsStore, watchProblems, setCheckedPlugin }, { openProjectStore }, { loadExporters }, { handleTargetEvents, loadTargets }] =
    await Promise.all([
      import('../../../../renderer/records/problems/problems-store.ts'),
      import('../../../../renderer/state/open-project.ts'),
      import('../../../../renderer/state/exporters-store.ts'),
      import('../../../../renderer/state/targets-store.ts'),
    ]);
  await loadExporters();
  await loadTargets('a');
  openProjectStore.setState({ hash: 'a' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const close = watchProblems();
  const nextCheck = async () => {
    const before = checkedFor.length;
    vi.runOnlyPendingTimers();
    await waitFor(() => expect(problemsStore.getState().problems?.version).toBe(before + 1));
    return checkedFor.at(-1);
  };
  const addTarget = (target: Target) => handleTargetEvents([{ event: 'target.changed', target }]);
  return { close, nextCheck, setCheckedPlugin, addTarget };
}

test('it is that of the first target in a game project, until another one is chosen', async () => {
  const { nextCheck, setCheckedPlugin, close } = await openProject(targetOf('1', 'json'), targetOf('2', 'unity'), targetOf('3', 'godot'));
  expect(await nextCheck()).toBe('unity');
  setCheckedPlugin('godot');
  expect(await nextCheck()).toBe('godot');
  setCheckedPlugin(null);
  expect(await nextCheck()).toBe(null);
  close();
});

test('without a target it is none, and the story is checked again for a new target', async () => {
  const { nextCheck, addTarget, close } = await openProject();
  expect(await nextCheck()).toBe(null);
  addTarget(targetOf('1', 'godot'));
  expect(await nextCheck()).toBe('godot');
  close();
});

test('the plug-in can have another script profile: that of the target, or a chosen one', async () => {
  const { nextCheck, setCheckedPlugin, close } = await openProject(targetOf('1', 'unity', 'v2'));
  expect(await nextCheck()).toBe('unity v2');
  setCheckedPlugin('unity');
  expect(await nextCheck()).toBe('unity');
  setCheckedPlugin('unity/v2');
  expect(await nextCheck()).toBe('unity v2');
  close();
});

test('a profile that no longer exists is that of the published plug-in', async () => {
  const { nextCheck, close } = await openProject(targetOf('1', 'unity', 'v9'));
  expect(await nextCheck()).toBe('unity');
  close();
});
