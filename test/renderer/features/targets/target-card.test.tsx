/** What a target shows while an error of the story is not shown yet, and while it is paused. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TargetCardView } from '../../../../renderer/features/targets/target-card.tsx';
import type { Target, TargetStatusDetails } from '../../../../shared/contracts/targets.ts';
import { message } from '../../../../shared/messages/message.ts';

const upToDate: TargetStatusDetails = {
  state: 'upToDate',
  reason: null,
  sentence: message('targets.status.upToDate'),
  restoredExport: null,
  lastExport: null,
  version: 1,
  files: 0,
  bytes: 0,
  foreign: [],
  kept: { first: [], count: 0 },
  findings: [],
  findingCounts: { error: 0, warning: 0, hint: 0 },
};

const target: Target = {
  id: 'target',
  hash: 'story',
  engine: 'godot',
  folder: '/game',
  on: true,
  locales: 'main',
  boardIds: [],
  assets: false,
  fallbackContents: false,
  fileEach: false,
  holdOnGameStops: false,
  pluginVersion: null,
  compact: false,
  keepReleasedLayout: false,
  polling: false,
  perforce: false,
  integrationFile: null,
  status: upToDate,
  plugin: null,
};

test('it shows the status before the error, and the current settings', () => {
  const error = message('targets.blocked.storyErrors', { count: 2, engine: 'Godot', first: '', hasExport: true });
  const failed: Target = { ...target, status: { ...upToDate, state: 'blocked', reason: 'storyErrors', sentence: error } };
  const html = renderToStaticMarkup(<TargetCardView target={failed} shownStatus={upToDate} />);
  expect(html).toContain('Up to date');
  expect(html).toContain('without assets');
  expect(html).not.toContain('2 errors');
});

test('a paused target says how to resume its exports', () => {
  const hint = 'To resume exports to this folder, turn on the switch.';
  const paused: TargetStatusDetails = { ...upToDate, state: 'off', sentence: message('targets.status.paused') };
  const show = (shown: Target) => renderToStaticMarkup(<TargetCardView target={shown} shownStatus={shown.status} />);
  expect(show({ ...target, on: false, status: paused })).toContain(hint);
  expect(show(target)).not.toContain(hint);
});

test('files that were kept are named, and can be overwritten while the target is on', () => {
  const status: TargetStatusDetails = { ...upToDate, kept: { first: ['arcweave/project.json'], count: 3 } };
  const show = (on: boolean) => renderToStaticMarkup(<TargetCardView target={{ ...target, on, status }} shownStatus={status} />);
  expect(show(true)).toContain('Up to date, except 3 files');
  expect(show(true)).toContain('arcweave/project.json');
  expect(show(true)).toContain('and 2 more');
  expect(show(true)).toContain('Overwrite with Taleport’s version');
  expect(show(false)).not.toContain('Overwrite with Taleport’s version');
});
