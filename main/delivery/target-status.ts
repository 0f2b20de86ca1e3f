/** How a target stands, kept and told whenever it is another: put together from what is stored and what was found. */
import type { Finding } from '../../shared/contracts/findings.ts';
import type { Target, TargetStatusDetails } from '../../shared/contracts/targets.ts';
import { targetMessages } from '../../shared/messages/en/targets.ts';
import type { Manifest } from './manifest.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';

export type StatusDetails = Pick<TargetStatusDetails, 'foreign' | 'findings' | 'findingCounts'>;

/** Findings that are shown: a story in many languages may have tens of thousands, and each change of a target is told with them. */
const maxShownFindings = 200;

export function statusDetailsFor(foreign: TargetStatusDetails['foreign'], findings: readonly Finding[]): StatusDetails {
  const findingCounts = { error: 0, warning: 0, hint: 0 };
  for (const { severity } of findings) findingCounts[severity] += 1;
  const first = severities.flatMap((severity) => (findingCounts[severity] === 0 ? [] : firstFindings(findings, severity)));
  return { foreign, findings: first.slice(0, maxShownFindings), findingCounts };
}

const severities = ['error', 'warning', 'hint'] as const;

function firstFindings(findings: readonly Finding[], severity: Finding['severity']): Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    if (first.length === maxShownFindings) break;
    if (finding.severity === severity) first.push(finding);
  }
  return first;
}

export const noStatusDetails: StatusDetails = statusDetailsFor([], []);

export interface TargetStatusOptions {
  readonly id: string;
  readonly deps: Pick<TargetDeps, 'emit' | 'isManualOnly'>;
  readonly manifest: Manifest;
  /** As it is stored at this moment. */
  readonly row: () => TargetRow;
}

export class TargetStatus {
  readonly #of: TargetStatusOptions;
  #status: TargetStatusDetails;
  #silent = false;

  constructor(of: TargetStatusOptions) {
    this.#of = of;
    const { on } = of.row().settings;
    const sentence = of.deps.isManualOnly ? 'Targets are not kept up to date for now.' : 'Looking at the folder.';
    this.#status = this.#stateOf(on ? 'waiting' : 'off', on ? sentence : targetMessages.paused, noStatusDetails);
  }

  get state(): TargetStatusDetails {
    return this.#status;
  }

  get target(): Target {
    const { hash, engine, folder, settings } = this.#of.row();
    return { id: this.#of.id, hash, engine, folder, ...settings, status: this.#status };
  }

  /** From now on nobody is told. */
  stopEmitting(): void {
    this.#silent = true;
  }

  /** What is paused says only that it is. */
  set(state: TargetStatusDetails['state'], sentence: string, remarks: StatusDetails): void {
    const isOff = !this.#of.row().settings.on && state !== 'off';
    const next = isOff ? this.#stateOf('off', targetMessages.paused, noStatusDetails) : this.#stateOf(state, sentence, remarks);
    if (JSON.stringify(next) === JSON.stringify(this.#status)) return;
    this.#status = next;
    if (!this.#silent) this.#of.deps.emit({ event: 'target.changed', target: this.target });
  }

  #stateOf(
    state: TargetStatusDetails['state'],
    sentence: string,
    { foreign, findings, findingCounts }: StatusDetails,
  ): TargetStatusDetails {
    const { version, lastExport } = this.#of.row();
    const ours = this.#of.manifest.ownedEntries();
    const bytes = ours.reduce((sum, [, { size }]) => sum + size, 0);
    return { state, sentence, foreign, findings, findingCounts, lastExport, version, files: ours.length, bytes };
  }
}
