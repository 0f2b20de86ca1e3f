/**
 * Applies the quick fixes of a check. A fix is computed from the story as it is when it is applied, because the list in which it was chosen may be older than
 * what has been written since, and its command contains whole texts.
 */
import type { AppliedFixes, Finding } from '../../../shared/contracts/findings.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { Engine } from '../../engine/engine.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { ExportSnapshots } from '../export-snapshots.ts';
import type { CheckFinding, CheckFix } from './check-context.ts';

/** The finding as it leaves the backend, without the command of its fix. */
export function toFinding({ fix, ...finding }: CheckFinding): Finding {
  if (!fix) return finding;
  const { label, isChoice } = fix;
  const [command, ...others] = commandsOf(fix);
  const changes = command && others.length === 0 ? changedId(command) : null;
  return { ...finding, fix: { label, id: fixId(finding, fix), changes, ...(isChoice && { isChoice }) } };
}

/** What the fix does, in which fields and languages of which record. */
function fixId({ rule, id }: Pick<Finding, 'rule' | 'id'>, fix: CheckFix): string {
  const [command] = commandsOf(fix);
  const fields = command && 'fields' in command ? Object.entries(command.fields) : [];
  const places = fields.map(([field, value]) =>
    typeof value === 'object' && value !== null ? [field, Object.keys(value).sort()] : [field],
  );
  return JSON.stringify([rule, id, fix.label, command ? changedId(command) : null, places]);
}

const commandsOf = ({ command }: CheckFix): readonly SingleCommand[] => (command.do === 'batch' ? command.commands : [command]);
const changedId = (command: SingleCommand): string | null => (command.do === 'change' ? command.id : null);

export interface FixDeps {
  readonly snapshots: Pick<ExportSnapshots, 'use'>;
  readonly engine: { readonly inSlices: Pick<Engine['inSlices'], 'executeAt'> } & Pick<Engine, 'getProject' | 'getVersion'>;
}

type StoryCheck = (project: Project) => Generator<void, readonly CheckFinding[]>;

/** `ids` are ids of `QuickFix`. `check` is the check that offered them; it is repeated on the present story. */
export async function applyFixes(
  { snapshots, engine }: FixDeps,
  hash: string,
  ids: readonly string[],
  check: StoryCheck,
): Promise<AppliedFixes> {
  for (;;) {
    const { fixes, commands, version, isCurrent } = await computeFixes({ snapshots, engine }, hash, ids, check);
    if (commands.length === 0) return { applied: 0, newVersion: version };
    const result = isCurrent ? await engine.inSlices.executeAt(version, hash, { do: 'batch', commands }, 'user', []) : null;
    if (result) return { applied: fixes.length, newVersion: result.newVersion };
  }
}

/** `isCurrent`: nothing on which the commands depend was changed during the check, so that they follow from `version`, which the story has now. */
async function computeFixes({ snapshots, engine }: FixDeps, hash: string, ids: readonly string[], check: StoryCheck) {
  return snapshots.use(hash, async (project, checkedVersion) => {
    const fixes = chooseFixes(await new CooperativeYielder().runToEnd(check(project)), new Set(ids));
    const commands = fixes.flatMap((fix) => [...commandsOf(fix)]);
    const present = engine.getProject(hash);
    const { version } = engine.getVersion(hash);
    // Most changes depend on the record that they change. What other commands depend on may be anywhere in the story.
    const isUnchanged = (id: string | null): boolean => id !== null && jsonEquals(project.get(id) ?? null, present.get(id) ?? null);
    const isOfItsRecords = (fix: CheckFix): boolean =>
      !fix.dependsOnOthers && commandsOf(fix).every((each) => isUnchanged(changedId(each)));
    const isCurrent = version === checkedVersion || fixes.every(isOfItsRecords);
    return { fixes, commands, version, isCurrent };
  });
}

/** Several findings may have the same fix. */
function chooseFixes(findings: readonly CheckFinding[], ids: ReadonlySet<string>): readonly CheckFix[] {
  const chosen = new Map<string, CheckFix>();
  for (const finding of findings) {
    if (!finding.fix) continue;
    const id = fixId(finding, finding.fix);
    if (ids.has(id) && !chosen.has(id)) chosen.set(id, finding.fix);
  }
  return [...chosen.values()];
}
