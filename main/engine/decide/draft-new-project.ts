/** A new project from whole records: every fault of every record by its path, or a stage that holds them all. */
import { message } from '../../../shared/messages/message.ts';
import { type AnyRecord, getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { ProjectDraft } from './project-draft.ts';
import { validateDraft } from './validate-draft.ts';
import { ValidationErrors } from './validation-errors.ts';

/** Throws one Problem with all faults (`elements.<id>.theme`). */
export function draftNewProject(records: readonly AnyRecord[]): ProjectDraft {
  const stage = new ProjectDraft(new Project());
  const faults = new ValidationErrors();
  for (const record of records) {
    if (!isKindName(record.kind)) faults.addInvalidField(`${record.kind}.${record.id}`, 'is of no known kind');
    else if (stage.get(record.id))
      faults.addInvalidField(recordPath(record), `has the id of a ${getKind(stage.get(record.id)?.kind ?? record.kind).label}`);
    else stage.put(record);
  }
  if (!stage.find('project', PROJECT_RECORD_ID))
    throw new Problem('importIntegrity', message('problem.import.noProjectRecord'), { errors: { project: 'is needed' } });
  validateDraft(stage, faults, (record) => `${recordPath(record)}.`);
  if (faults.count === 0) validateAcrossRecords(stage, faults);
  faults.throwCombined();
  return stage;
}

/** What no single record can show: the roots are there, one board can be played, every branch has its if. */
function validateAcrossRecords(stage: ProjectDraft, faults: ValidationErrors): void {
  const { roots } = stage.getOrThrow('project', PROJECT_RECORD_ID);
  for (const kind of ['board', 'component', 'asset'] as const)
    if (stage.find(kind, roots[kind])?.type !== 'folder')
      faults.addInvalidField(`project.roots.${kind}`, `is not a folder of ${getKind(kind).plural}`);
  let playable = false;
  const withoutIf = new Map<string, AnyRecord>();
  for (const record of stage.writtenRecords()) {
    if (record.kind === 'board' && record.type === 'board') playable = true;
    if (record.kind === 'branch') withoutIf.set(record.id, record);
    for (const { rankField } of getKind(record.kind).orders)
      if (!record[rankField]) faults.addInvalidField(`${recordPath(record)}.${rankField}`, 'is needed');
  }
  for (const record of stage.writtenRecords()) if (record.role === 'if') withoutIf.delete(String(record.branchId));
  for (const branch of withoutIf.values()) faults.addInvalidField(`${recordPath(branch)}.conditions`, 'need an if');
  if (!playable) faults.addInvalidField('boards', 'need at least one that is no folder');
}

const recordPath = ({ kind, id }: AnyRecord): string => (kind === 'project' ? 'project' : `${getKind(kind).plural}.${id}`);
