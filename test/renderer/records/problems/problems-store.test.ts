/** Which plug-in of a game the open story is checked for. */
import { afterEach, expect, test, vi } from 'vitest';
import type { ExporterDescription, PluginVersion } from '../../../../shared/contracts/exporters.ts';
import type { Target } from '../../../../shared/contracts/targets.ts';
import { taleportScriptProfile } from '../../../../shared/script/script-profile.ts';
import { waitFor } from '../../../wait-for.ts';
import { stubBackend } from '../../stub-backend.ts';

afterEach(() => vi.useRealTimers());

/** Only those fields of a target and of an exporter that the choice of a plug-in reads. */
const targetOf = (id: string, engine: string, version?: string) =>
  // `as`: the fields that are missing are not read.
  ({ id, hash: 'a', engine, plugin: version === undefined ? null : { version, basis: 'set', newerNumber: null, found: null } }) as Target;
const exporterOf = (id: string, hasProject: boolean) => {
  const versionOf = (version: string): PluginVersion => ({
    id: version,
    number: version,
    state: 'released',
    published: '',
    source: { repository: '', evidence: 'read' },
    readsAllLanguages: false,
    scriptProfile: taleportScriptProfile,
  });
  const pluginVersions = id === 'unity' ? [versionOf('v1'), versionOf('v2')] : [];
  // Through unknown: the fields that are missing are not read.
  return { id, label: id, hasProject, pluginVersions } as unknown as ExporterDescription;
};

async function openProject(...targets: Target[]) {
  const checkedFor: (string | null)[] = [];
  stubBackend({
    'exporter.list': () => [exporterOf('json', false), exporterOf('unity', true), exporterOf('godot', true)],
    'exporter.documents': () => [],
    'target.list': () => targets,
    'project.problems': ({ engine = null, pluginVersion = null }) => {
      return { version: checkedFor.push(pluginVersion === null ? engine : `${engine} ${pluginVersion}`), groups: [] };
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
  const { nextCheck, setCheckedPlugin, close } = await openProject(
    targetOf('1', 'json'),
    targetOf('2', 'unity', 'v1'),
    targetOf('3', 'godot'),
  );
  expect(await nextCheck()).toBe('unity v1');
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
  setCheckedPlugin('unity/v1');
  expect(await nextCheck()).toBe('unity v1');
  setCheckedPlugin('unity/v2');
  expect(await nextCheck()).toBe('unity v2');
  close();
});

test('a version that is only assumed is checked together with the older ones', async () => {
  const assumed = { ...targetOf('1', 'unity'), plugin: { version: 'v1', basis: 'assumed', newerNumber: null, found: null } } as Target;
  const { nextCheck, close } = await openProject(assumed);
  expect(await nextCheck()).toBe('unity');
  close();
});
