/** Every status, problem and finding of a target is a message of the catalogue: in another language nothing of it stays English. */

import { expect, test } from 'vitest';
import * as deliveryMessages from '../../../main/delivery/delivery-messages.ts';
import { Manifest } from '../../../main/delivery/folder/manifest.ts';
import { presentTarget } from '../../../main/delivery/target/target-presenter.ts';
import { defaultSettings } from '../../../main/delivery/target/target-row.ts';
import { initialTargetState, type OpenTargetState } from '../../../main/delivery/target/target-state.ts';
import { exporters, getExporter } from '../../../main/exporters/exporters.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../../shared/messages/english.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { plainEnglishIn } from '../../plain-english.ts';

const godot = getExporter('godot');
const folder = '/παιχνίδι';
const path = 'α.json';
const error: Finding = { severity: 'error', rule: 'missing-start', message: message('check.start.none'), kind: 'project', id: 'p' };
const systemError = (code: string): Error => Object.assign(new Error('in the words of the system'), { code });
const foreign = (['changed', 'deleted', 'present'] as const).map((what) => ({
  path,
  what,
  sha256: what === 'deleted' ? null : '0'.repeat(64),
}));
const owner = { id: 't', hash: 'h', folder };
const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EBUSY', 'EXDEV', 'EIO'];

type Result = Message | Problem | Finding | boolean;
/** Results of every function of the module; one that is missing here does not compile. */
const results: { readonly [name in keyof typeof deliveryMessages]: readonly Result[] } = {
  toDeliveryProblem: [
    ...codes.map((code) => deliveryMessages.toDeliveryProblem(systemError(code), folder, godot, true)),
    deliveryMessages.toDeliveryProblem(new Error('unknown'), folder, godot, true),
  ],
  toGameFolderProblem: [deliveryMessages.toGameFolderProblem(systemError('ETIMEDOUT'), folder)],
  missingProjectProblem: exporters.map((exporter) => deliveryMessages.missingProjectProblem(folder, exporter)),
  isMissingProjectProblem: [],
  storyErrorsProblem: [true, false].flatMap((hasExport) =>
    [[error], [error, error]].map((errors) => deliveryMessages.storyErrorsProblem(errors, godot, { hasExport })),
  ),
  foreignFilesMessage: foreign.flatMap((file) => [
    deliveryMessages.foreignFilesMessage([file]),
    deliveryMessages.foreignFilesMessage([file, ...foreign]),
  ]),
  foreignFilesProblem: [deliveryMessages.foreignFilesProblem(foreign)],
  upToDateMessage: [
    deliveryMessages.upToDateMessage(godot, [], []),
    deliveryMessages.upToDateMessage(getExporter('unreal'), [path, 'β.json'], [path]),
  ],
  isPathProblem: [],
  missingStoredFileFinding: [deliveryMessages.missingStoredFileFinding(path)],
  pathTooLongFinding: [deliveryMessages.pathTooLongFinding(path)],
  integrationFailedFinding: [systemError('EIO'), new Error('unknown'), deliveryMessages.readOnlyProblem(path)].map((failure) =>
    deliveryMessages.integrationFailedFinding(path, failure),
  ),
  noHardLinksFinding: [deliveryMessages.noHardLinksFinding(folder)],
  integrationChangedFinding: (['changed', 'deleted'] as const).map((how) => deliveryMessages.integrationChangedFinding(path, how)),
  perforceFinding: [deliveryMessages.perforceFinding(message('problem.perforce.notAdded', { reason: 'not on client' }))],
  restoredExportMessage: [deliveryMessages.restoredExportMessage('2026-05-20T11:59:30.123456Z', 7)],
  missingFolderProblem: [deliveryMessages.missingFolderProblem(folder)],
  noSuchProjectProblem: [deliveryMessages.noSuchProjectProblem(godot, folder)],
  noProjectProblem: [deliveryMessages.noProjectProblem(folder)],
  severalProjectsProblem: [deliveryMessages.severalProjectsProblem(folder, [godot, getExporter('unity')])],
  sizeComparisonMessage: [
    deliveryMessages.sizeComparisonMessage(null, 1),
    deliveryMessages.sizeComparisonMessage(2, null),
    deliveryMessages.sizeComparisonMessage(2, 1),
  ],
  fileNotFoundProblem: [deliveryMessages.fileNotFoundProblem(path)],
  pathProblem: [deliveryMessages.pathProblem(path, message('targets.path.notInside', { path }))],
  readOnlyProblem: [deliveryMessages.readOnlyProblem(path)],
  claimedPathProblem: [deliveryMessages.claimedPathProblem(path)],
  busyFolderProblem: [deliveryMessages.busyFolderProblem(folder)],
  stagingFolderTakenProblem: [deliveryMessages.stagingFolderTakenProblem('.taleport~', folder)],
  fileJustChangedProblem: [deliveryMessages.fileJustChangedProblem(path)],
  fileChangedAgainProblem: [deliveryMessages.fileChangedAgainProblem(path)],
  damagedStoredFileProblem: [deliveryMessages.damagedStoredFileProblem(path)],
  missingTextProblem: [deliveryMessages.missingTextProblem(path)],
  lostLayoutProblem: [deliveryMessages.lostLayoutProblem('1.2')],
  missingAssetListProblem: [deliveryMessages.missingAssetListProblem()],
  folderInUseProblem: ['h', 'other'].map((hash) => deliveryMessages.folderInUseProblem(owner, godot, hash)),
};

function messagesOf(result: Result): Message[] {
  if (typeof result === 'boolean') return [];
  if (result instanceof Problem) return [result.text, ...result.faults.map(({ path: _, ...fault }) => fault)];
  return ['severity' in result ? result.message : result];
}

test('the messages of deliveries contain no English besides the catalogue', () => {
  const messages = Object.values<readonly Result[]>(results).flat().flatMap(messagesOf);
  expect(messages.length).toBeGreaterThan(40);
  expect(messages.filter((each) => plainEnglishIn(each).length > 0).map(t)).toEqual([]);
});

test('the status of every state contains no English besides the catalogue', () => {
  const { type: _, ...schedule } = initialTargetState({ on: true }, 'live') as OpenTargetState; // A target that was just opened is not closed.
  const problem = deliveryMessages.missingFolderProblem(folder);
  const states: { readonly [type in OpenTargetState['type']]: readonly OpenTargetState[] } = {
    paused: [null, { exportedAt: '2026-05-20T11:59:30.123456Z', version: 7 }].map((restoredExport) => ({
      ...schedule,
      type: 'paused',
      restoredExport,
    })),
    waiting: (['starting', 'storyChanged'] as const).flatMap((reason) =>
      (['onRequest', 'live'] as const).map((mode) => ({ ...schedule, mode, type: 'waiting' as const, reason, findings: [] })),
    ),
    writing: [{ ...schedule, type: 'writing', findings: [] }],
    upToDate: [{ ...schedule, type: 'upToDate', skipped: [path], otherStoryFiles: [], findings: [] }],
    changedByOthers: [{ ...schedule, type: 'changedByOthers', foreign, findings: [] }],
    blocked: [{ ...schedule, type: 'blocked', problem, findings: [error] }],
  };
  const row = {
    hash: 'h',
    engine: 'godot',
    folder,
    real: folder,
    settings: defaultSettings,
    createdAt: 0,
    version: null,
    lastExport: null,
    restoredExport: null,
  };
  const sentences = Object.values(states)
    .flat()
    .map(
      (state) =>
        presentTarget('t', row, state, { manifest: new Manifest(createMemoryKeyValueStore(), 't'), foundPlugin: null }).status.sentence,
    );
  expect(sentences.length).toBe(10);
  expect(sentences.filter((sentence) => plainEnglishIn(sentence).length > 0).map(t)).toEqual([]);
});
