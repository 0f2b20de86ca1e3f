/** Presents the state of a target as a status with a message. */
import type { FoundPlugin } from '../../../shared/contracts/exporters.ts';
import { type Finding, findingSeverities } from '../../../shared/contracts/findings.ts';
import type { Target, TargetPlugin, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { getExporter } from '../../exporters/exporters.ts';
import { resolvePlugin } from '../../exporters/plugin-version.ts';
import { foreignFilesMessage, isMissingProjectProblem, restoredExportMessage, upToDateMessage } from '../delivery-messages.ts';
import type { Manifest } from '../folder/manifest.ts';
import type { TargetRow } from './target-row.ts';
import { findingsOf, foreignFilesOf, type OpenTargetState, type TargetState } from './target-state.ts';

/**
 * The maximum number of findings in a status. A story in many languages may have tens of thousands, and they are sent with every change of
 * the target.
 */
const maxShownFindings = 200;

const maxShownKeptFiles = 200;

export function presentTarget(
  id: string,
  row: TargetRow,
  state: TargetState,
  { manifest, foundPlugin }: { readonly manifest: Manifest; readonly foundPlugin: FoundPlugin | null },
): Target {
  const { hash, engine, folder, settings, version, lastExport } = row;
  const open = state.type === 'closed' ? state.last : state;
  const owned = manifest.ownedEntries();
  const kept = manifest.keptPaths();
  const bytes = owned.reduce((sum, [, { size }]) => sum + size, 0);
  const status: TargetStatusDetails = {
    state: open.type === 'paused' ? 'off' : open.type,
    reason: reasonOf(open),
    sentence: statusMessage(open, row),
    restoredExport: open.type === 'paused' ? open.restoredExport : null,
    foreign: foreignFilesOf(open),
    kept: { first: kept.slice(0, maxShownKeptFiles), count: kept.length },
    ...summarizeFindings(findingsOf(open)),
    lastExport,
    version,
    files: owned.length,
    bytes,
  };
  return { id, hash, engine, folder, ...settings, status, plugin: presentPlugin(row, foundPlugin) };
}

function presentPlugin({ engine, settings: { pluginVersion } }: TargetRow, found: FoundPlugin | null): TargetPlugin | null {
  const game = resolvePlugin(getExporter(engine), { pluginVersion, foundPlugin: found });
  return game && { version: game.version.id, basis: game.basis, newerNumber: game.newerNumber, found };
}

function reasonOf(state: OpenTargetState): TargetStatusDetails['reason'] {
  if (state.type === 'waiting') return waitingReasonOf(state);
  if (state.type !== 'blocked') return null;
  if (isMissingProjectProblem(state.problem)) return 'folderMissing';
  return state.problem.code === 'storyError' ? 'storyErrors' : null;
}

/** After the start, `onRequest` if the target will not begin by itself. */
const waitingReasonOf = ({ reason, mode }: WaitingTargetState): keyof typeof waitingMessages =>
  reason === 'starting' && mode === 'onRequest' ? 'onRequest' : reason;

type WaitingTargetState = Extract<OpenTargetState, { readonly type: 'waiting' }>;

const waitingMessages = {
  starting: message('targets.status.starting'),
  onRequest: message('targets.status.manualOnly'),
  storyChanged: message('targets.status.storyChanged'),
} as const;

function statusMessage(state: OpenTargetState, { engine }: TargetRow): Message {
  switch (state.type) {
    case 'paused':
      return state.restoredExport === null
        ? message('targets.status.paused')
        : restoredExportMessage(state.restoredExport.exportedAt, state.restoredExport.version);
    case 'waiting':
      return waitingMessages[waitingReasonOf(state)];
    case 'writing':
      return message('targets.status.writing');
    case 'upToDate':
      return upToDateMessage(getExporter(engine), state.skipped, state.otherStoryFiles);
    case 'changedByOthers':
      return foreignFilesMessage(state.foreign);
    case 'blocked':
      return state.problem.text;
  }
}

/** The first findings, most severe first, and how many there are of each severity. */
function summarizeFindings(findings: readonly Finding[]): Pick<TargetStatusDetails, 'findings' | 'findingCounts'> {
  const findingCounts = { error: 0, warning: 0, hint: 0 };
  for (const { severity } of findings) findingCounts[severity] += 1;
  const first = findingSeverities.flatMap((severity) => (findingCounts[severity] === 0 ? [] : firstFindings(findings, severity)));
  return { findings: first.slice(0, maxShownFindings), findingCounts };
}

function firstFindings(findings: readonly Finding[], severity: Finding['severity']): Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    if (first.length === maxShownFindings) break;
    if (finding.severity === severity) first.push(finding);
  }
  return first;
}
