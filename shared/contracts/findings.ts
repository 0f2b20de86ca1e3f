/** The findings of a check of the story. */
import type { Message } from '../messages/message-value.ts';

/**
 * The rules that do not depend on an exporter, in the order of the list of problems: what breaks the structure of the story, then its scripts, then its
 * texts and files. A story has many missing translations while it is written, and none of them is a mistake, so they are last.
 */
export const findingRules = [
  'missing-start',
  'dangling-id',
  'dead-end',
  'unreachable',
  'plugin-version',
  'script',
  'unknown-variable',
  'unknown-element',
  'empty-condition',
  'script-too-long',
  'sets-in-condition',
  'game-stops',
  'differs-in-game',
  'dangling-mention',
  'text-outside-blocks',
  'asset-name-collision',
  'asset-format',
  'asset-path',
  'missing-translation',
] as const;
export type FindingRule = (typeof findingRules)[number];

/** Most severe first. */
export const findingSeverities = ['error', 'warning', 'hint'] as const;

/** One finding about a record of the story. An error is something that an engine's importer would refuse. */
export interface Finding {
  readonly severity: (typeof findingSeverities)[number];
  /** A short stable name: one of `findingRules`, or a rule of one exporter. */
  readonly rule: string;
  readonly message: Message;
  /** Set on an error that no importer refuses: the exported game stops at it while it runs. */
  readonly stopsGame?: true;
  /** The kind and id of the record to click on. */
  readonly kind: string;
  readonly id: string;
  /** How many texts of the record each language lacks, if it is a finding about missing translations. */
  readonly missingTexts?: Readonly<Record<string, number>>;
  /** A fix that removes nothing from the story, and can be undone. */
  readonly fix?: QuickFix;
}

/** Whether an export is held back, because the engine's importer would refuse it. */
export const blocksExport = ({ severity, stopsGame }: Pick<Finding, 'severity' | 'stopsGame'>): boolean =>
  severity === 'error' && stopsGame !== true;

export interface QuickFix {
  /** The label of its button, such as Start with “Hall”. */
  readonly label: Message;
  /**
   * The same in each check that finds this problem, whatever else has been written. `project.applyFixes` and `target.applyFixes` compute what to change from
   * the story as it is then: what this check saw may be older than what has been typed since.
   */
  readonly id: string;
  /** The id of the only record that it changes; null if there are several or it creates one. */
  readonly changes: string | null;
  /** Only a person can tell that it is meant: the name of an unknown variable may be misspelled. Nothing applies it by itself. */
  readonly isChoice?: true;
}

/** The fixes that can be applied together: of each record the first one, because another might overwrite it, and none that needs a decision. */
export function combinableFixes(findings: readonly Finding[]): readonly QuickFix[] {
  const byRecord = new Map<string, QuickFix>();
  for (const { fix } of findings)
    if (fix && fix.changes !== null && !fix.isChoice && !byRecord.has(fix.changes)) byRecord.set(fix.changes, fix);
  return [...byRecord.values()];
}

/** `applied`: how many of the fixes still applied. */
export interface AppliedFixes {
  readonly applied: number;
  /** The version of the project that contains them. */
  readonly newVersion: number;
}

/** The findings of one rule and severity. */
export interface FindingGroup {
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly count: number;
  /** How many texts each language lacks, in all findings of the group. */
  readonly missingTexts?: Readonly<Record<string, number>>;
  /** The first ones, up to 5,000. */
  readonly findings: readonly Finding[];
}

/** All findings of a story, as the list of problems shows them: what breaks the story first, missing translations last. */
export interface StoryProblems {
  /** The version of the project that was checked. */
  readonly version: number;
  readonly groups: readonly FindingGroup[];
}
