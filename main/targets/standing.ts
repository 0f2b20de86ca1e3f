/** How a target stands, kept and told whenever it is another: put together from what is stored and what was found. */
import type { Finding } from '../../shared/findings.ts';
import type { Target, TargetState } from '../../shared/targets.ts';
import { targetSentences } from '../../shared/words/en/targets.ts';
import type { Manifest } from './manifest.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';

export type Remarks = Pick<TargetState, 'foreign' | 'findings' | 'findingCounts'>;

/** Findings that are shown: a story in many languages may have tens of thousands, and each change of a target is told with them. */
const most = 200;

export function remarksOf(foreign: TargetState['foreign'], findings: readonly Finding[]): Remarks {
  const findingCounts = { error: 0, warning: 0, hint: 0 };
  for (const { severity } of findings) findingCounts[severity] += 1;
  const first = severities.flatMap((severity) => (findingCounts[severity] === 0 ? [] : firstOf(findings, severity)));
  return { foreign, findings: first.slice(0, most), findingCounts };
}

const severities = ['error', 'warning', 'hint'] as const;

function firstOf(findings: readonly Finding[], severity: Finding['severity']): Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    if (first.length === most) break;
    if (finding.severity === severity) first.push(finding);
  }
  return first;
}

export const noRemarks: Remarks = remarksOf([], []);

export interface StandingOf {
  readonly id: string;
  readonly deps: Pick<TargetDeps, 'tell' | 'still'>;
  readonly manifest: Manifest;
  /** As it is stored at this moment. */
  readonly row: () => TargetRow;
}

export class Standing {
  readonly #of: StandingOf;
  #status: TargetState;
  #silent = false;

  constructor(of: StandingOf) {
    this.#of = of;
    const { on } = of.row().settings;
    const sentence = of.deps.still ? 'Targets are not kept up to date for now.' : 'Looking at the folder.';
    this.#status = this.#stateOf(on ? 'waiting' : 'off', on ? sentence : targetSentences.paused, noRemarks);
  }

  get status(): TargetState {
    return this.#status;
  }

  get target(): Target {
    const { hash, engine, folder, settings } = this.#of.row();
    return { id: this.#of.id, hash, engine, folder, ...settings, status: this.#status };
  }

  /** From now on nobody is told. */
  silence(): void {
    this.#silent = true;
  }

  /** What is paused says only that it is. */
  set(state: TargetState['state'], sentence: string, remarks: Remarks): void {
    const isOff = !this.#of.row().settings.on && state !== 'off';
    const next = isOff ? this.#stateOf('off', targetSentences.paused, noRemarks) : this.#stateOf(state, sentence, remarks);
    if (JSON.stringify(next) === JSON.stringify(this.#status)) return;
    this.#status = next;
    if (!this.#silent) this.#of.deps.tell({ event: 'target.changed', target: this.target });
  }

  #stateOf(state: TargetState['state'], sentence: string, { foreign, findings, findingCounts }: Remarks): TargetState {
    const { version, lastExport } = this.#of.row();
    const ours = this.#of.manifest.ours();
    const bytes = ours.reduce((sum, [, { size }]) => sum + size, 0);
    return { state, sentence, foreign, findings, findingCounts, lastExport, version, files: ours.length, bytes };
  }
}
