import { describe, expect, test } from 'vitest';
import {
  describeAdded,
  describeTargets,
  displayTargetState,
  findWorstTarget,
  statusDelay,
  statusDuringDelay,
} from '../../../../renderer/features/targets/target-status-display.ts';
import type { ExporterDescription } from '../../../../shared/contracts/exporters.ts';
import type { Target, TargetStatusDetails } from '../../../../shared/contracts/targets.ts';
import { t } from '../../../../shared/messages/english.ts';
import { message } from '../../../../shared/messages/message.ts';

const noPaths: readonly string[] = [];
/** With the fields that decide what is shown. */
const targetIn = (
  state: TargetStatusDetails['state'],
  sentence = message('targets.status.upToDate'),
  reason: TargetStatusDetails['reason'] = null,
) => ({ id: state, engine: 'godot', status: { state, sentence, reason, kept: { first: noPaths, count: 0 } } }) as Target;
const exporters = [{ id: 'godot', label: 'Godot' }] as ExporterDescription[];
const describeAll = (list: readonly Target[], when: string | null = null) => {
  const worst = findWorstTarget(list);
  return worst && describeTargets({ list, worst, exporters, when });
};

const storyErrors = message('targets.blocked.storyErrors', { count: 2, engine: 'Godot', first: '', hasExport: true });
const heldBack = targetIn('blocked', storyErrors, 'storyErrors');
const upToDate = targetIn('upToDate');

describe('the state of targets', () => {
  test('errors of the story are what a target waits for, in the panel and in the status pill', () => {
    expect(displayTargetState(heldBack.status).label).toBe('Waiting: 2 errors');
    expect(describeAll([heldBack])).toBe('Godot · Waiting: 2 errors');
  });

  test('a missing game project and other obstacles have labels of their own', () => {
    const missing = targetIn('blocked', message('targets.blocked.folderMissing', { folder: '/game' }), 'folderMissing');
    const full = targetIn('blocked', message('targets.blocked.diskFull', { folder: '/game' }));
    expect([missing, full].map(({ status }) => displayTargetState(status).label)).toEqual(['Game project not found', 'Can’t export']);
  });

  test('one target has the time of its last export, several have their state', () => {
    expect(describeAll([upToDate], 'just now')).toBe('Godot · Exported just now');
    expect(describeAll([upToDate])).toBe('Godot · Up to date');
    expect(describeAll([upToDate, upToDate], 'just now')).toBe('2 game folders · Up to date');
  });

  test('of several, the most severe state is shown', () => {
    expect(describeAll([upToDate, heldBack, targetIn('off')])).toBe('1 of 3 game folders · Waiting: 2 errors');
    expect(describeAll([])).toBeNull();
  });

  test('only errors of the story are shown late, and until then no export that has ended', () => {
    const missing = targetIn('blocked', message('targets.blocked.folderMissing', { folder: '/game' }), 'folderMissing');
    expect([heldBack, missing, upToDate, targetIn('writing')].map(({ status }) => statusDelay(status))).toEqual([2000, 0, 0, 0]);
    expect(statusDuringDelay(upToDate.status, heldBack.status)).toBe(upToDate.status);
    const { status: writing } = targetIn('writing');
    expect(displayTargetState(statusDuringDelay(writing, heldBack.status)).label).toBe('Waiting');
    expect(statusDuringDelay(writing, writing)).toBe(writing);
  });
});

test('what a new target could not export is not called connected and exporting', () => {
  const files = ['project.json'];
  expect(describeAdded({ ...upToDate, files }, 'Godot')).toMatchObject({ tone: 'good', lines: files });
  expect(describeAdded({ ...heldBack, files: [] }, 'Godot')).toEqual({
    tone: 'warning',
    title: 'Connected to Godot, but nothing is exported yet.',
    lines: [t(heldBack.status.sentence)],
  });
});
