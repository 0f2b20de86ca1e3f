/** A new project from whole records: every fault of every record by its path, or a stage that holds them all. */
import { type AnyRecord, isKindName, kindNamed } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import { Project } from '../../shared/project.ts';
import { Faults } from './faults.ts';
import { Stage } from './stage.ts';
import { validate } from './validate.ts';

/** Throws one Problem with all faults (`elements.<id>.theme`). */
export function wholeStory(records: readonly AnyRecord[]): Stage {
  const stage = new Stage(new Project());
  const faults = new Faults();
  for (const record of records) {
    if (!isKindName(record.kind)) faults.wrong(`${record.kind}.${record.id}`, 'is of no known kind');
    else if (stage.at(record.id))
      faults.wrong(pathOf(record), `has the id of a ${kindNamed(stage.at(record.id)?.kind ?? record.kind).label}`);
    else stage.put(record);
  }
  if (!stage.find('project', PROJECT))
    throw new Problem('importIntegrity', 'There is no project record.', { errors: { project: 'is needed' } });
  validate(stage, faults, (record) => `${pathOf(record)}.`);
  if (faults.count === 0) between(stage, faults);
  faults.tellAll();
  return stage;
}

/** What no single record can show: the roots are there, one board can be played, every branch has its if. */
function between(stage: Stage, faults: Faults): void {
  const { roots } = stage.get('project', PROJECT);
  for (const kind of ['board', 'component', 'asset'] as const)
    if (stage.find(kind, roots[kind])?.type !== 'folder')
      faults.wrong(`project.roots.${kind}`, `is not a folder of ${kindNamed(kind).plural}`);
  let playable = false;
  const withoutIf = new Map<string, AnyRecord>();
  for (const record of stage.puts()) {
    if (record.kind === 'board' && record.type === 'board') playable = true;
    if (record.kind === 'branch') withoutIf.set(record.id, record);
    for (const { rank } of kindNamed(record.kind).orders) if (!record[rank]) faults.wrong(`${pathOf(record)}.${rank}`, 'is needed');
  }
  for (const record of stage.puts()) if (record.role === 'if') withoutIf.delete(String(record.branchId));
  for (const branch of withoutIf.values()) faults.wrong(`${pathOf(branch)}.conditions`, 'need an if');
  if (!playable) faults.wrong('boards', 'need at least one that is no folder');
}

const pathOf = ({ kind, id }: AnyRecord): string => (kind === 'project' ? 'project' : `${kindNamed(kind).plural}.${id}`);
