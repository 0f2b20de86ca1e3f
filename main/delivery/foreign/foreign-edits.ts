/**
 * Finds what another program has changed in an exported file by comparing three versions of it: as it was exported, as it is, and as it
 * would be exported from the current story. All are read back from files, so that the format causes no differences.
 */

import { createHash } from 'node:crypto';
import { compareStoriesInSteps, describeFieldChange } from '../../../shared/diff/compare-stories.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { isSameFieldValue } from '../../../shared/model/same-value.ts';
import { isEmptyText } from '../../../shared/rich-text/is-empty-text.ts';
import type { CooperativeYielder } from '../../platform/cooperative-yielder.ts';

/**
 * Fields that files contain exactly as the story stores them, so that they can be applied individually, in addition to localized fields.
 */
const takenFields: Partial<Record<KindName, readonly string[]>> = {
  project: ['name', 'startingElement'],
  board: ['name'],
  element: ['linkedBoard'],
  note: ['content'],
  jumper: ['elementId'],
  condition: ['script'],
  attribute: ['name', 'value'],
  variable: ['value'],
};

/** One exported file in three versions. */
interface ExportedFileStates {
  readonly base: Project;
  readonly inFile: Project;
  readonly inStory: Project;
  /** The language of the file; null if the file itself names its languages. */
  readonly language: string | null;
  /** Whether the file only contributes texts, as files of further languages do. */
  readonly hasOnlyTexts: boolean;
}

/** A value that another program has changed. */
export interface ForeignValue {
  /** A hash of the content, so that a value that was shown to the user is not applied if it has changed since. */
  readonly id: string;
  readonly record: AnyRecord;
  readonly field: string;
  /** The language of the text in the story; null for a field that is not localized. */
  readonly locale: string | null;
  readonly base: unknown;
  readonly inStory: unknown;
  readonly inFile: unknown;
}

/**
 * Returns the changed values, and as `others` the changes that are more than one value of an existing record, such as a language that only
 * one of the files declares; its texts are neither offered nor listed. To find these, the `base` of the file is modified.
 */
export async function findForeignValues(
  file: ExportedFileStates,
  yielder: CooperativeYielder,
): Promise<{ readonly values: ForeignValue[]; readonly others: Message[] }> {
  const { base, inFile } = file;
  const values: ForeignValue[] = [];
  const languages = languagesOf(base).filter((iso) => languagesOf(inFile).includes(iso));
  for (const record of [...base.records()]) {
    await yielder.yieldIfNeeded();
    const after = inFile.get(record.id);
    if (after?.kind !== record.kind) continue;
    const fields = comparedFields(file, record.kind);
    values.push(...fields.flatMap((field) => changedValues(record, after, field, isLocalized(record, field) ? languages : [null], file)));
    if (fields.length > 0)
      base.apply([{ before: record, after: { ...record, ...Object.fromEntries(fields.map((field) => [field, after[field]])) } }]);
  }
  const changes = await yielder.runToEnd(compareStoriesInSteps(base, inFile));
  return { values, others: changes.map(({ message }) => message) };
}

const languagesOf = ({ projectRecord }: Project): string[] => projectRecord.locales.map(({ iso }) => iso);

const isLocalized = ({ kind }: Pick<AnyRecord, 'kind'>, field: string): boolean => getKind(kind).localizedFields.includes(field);

function comparedFields({ hasOnlyTexts }: ExportedFileStates, kind: KindName): readonly string[] {
  const { localizedFields } = getKind(kind);
  return hasOnlyTexts ? localizedFields : [...localizedFields, ...(takenFields[kind] ?? [])];
}

/** `languages` are those of a localized text, or only null for other fields. */
function changedValues(
  before: AnyRecord,
  after: AnyRecord,
  field: string,
  languages: readonly (string | null)[],
  file: ExportedFileStates,
): ForeignValue[] {
  const { kind, id } = before;
  const current = file.inStory.get(id);
  return languages.flatMap((iso): ForeignValue[] => {
    const [base, inFile] = [valueIn(before, field, iso), valueIn(after, field, iso)];
    if (isSameFieldValue(kind, field, base, inFile)) return [];
    const inStory = current && valueIn(current, field, iso);
    const locale = iso === null ? null : (file.language ?? iso);
    return [{ id: identityOf([kind, id, field, locale, inStory, inFile]), record: before, field, locale, base, inStory, inFile }];
  });
}

/** `iso` is the language of a localized text. */
const valueIn = (record: AnyRecord, field: string, iso: string | null): unknown =>
  iso === null ? record[field] : (localizedTextOf(record, field)[iso]?.text ?? null);

// Hexadecimal, so that no id looks like an option of the command line.
const identityOf = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);

export const describeForeignValue = ({ record, field, locale }: ForeignValue, story: Project): Message =>
  describeFieldChange(story.get(record.id) ?? record, field, locale, story);

export const isConflict = ({ record: { kind }, field, base, inStory }: ForeignValue): boolean =>
  !isSameFieldValue(kind, field, base, inStory);

/** Whether the story already has the value. */
export const isAlreadyInStory = ({ record: { kind }, field, inStory, inFile }: ForeignValue): boolean =>
  isSameFieldValue(kind, field, inStory, inFile);

/**
 * Whether the file contains the value of the story completely. Otherwise the file contains a simplified form, and applying it would lose
 * the rest. A missing translation, for which a file may contain the text of another language, has nothing to lose.
 */
export function isCompleteInFile({ record, field, locale, inStory }: ForeignValue, story: Project): boolean {
  const stored = story.get(record.id);
  if (!stored) return false;
  const value = valueIn(stored, field, locale);
  const isEmpty = value === null || value === undefined || (typeof value === 'string' && isEmptyText(value));
  return isEmpty || isSameFieldValue(record.kind, field, value, inStory);
}

/** One command for each record, which sets the values from the file. */
export function commandsToApply(values: readonly ForeignValue[], story: Project, newId: () => string): SingleCommand[] {
  const byRecord = Map.groupBy(values, ({ record }) => record.id);
  return [...byRecord.values()].flatMap((ofRecord) => {
    const [first] = ofRecord;
    if (!first) return [];
    const { kind, id } = first.record;
    const fields: Record<string, unknown> = {};
    for (const { field, locale, inFile } of ofRecord) {
      const earlier = fields[field];
      if (locale !== null) fields[field] = { ...(typeof earlier === 'object' ? earlier : {}), [locale]: inFile };
      else
        fields[field] =
          kind === 'attribute' && field === 'value' ? withEntryIds(inFile, story.find('attribute', id)?.value, newId) : inFile;
    }
    return [changeCommand(kind, id, fields)];
  });
}

/** Files do not contain the ids of the entries of a list. An entry that remains keeps its id. */
function withEntryIds(value: unknown, current: AttributeValue | undefined, newId: () => string): unknown {
  // The import has validated the value.
  const inFile = value as AttributeValue;
  if ((inFile.type !== 'component-list' && inFile.type !== 'asset-list') || inFile.data === null) return inFile;
  const unmatched = current?.type === inFile.type ? [...(current.data ?? [])] : [];
  const targetOf = (entry: object): unknown => ('component' in entry ? entry.component : 'asset' in entry && entry.asset);
  const data = inFile.data.map((entry) => {
    const at = unmatched.findIndex((each) => targetOf(each) === targetOf(entry));
    const [same] = at === -1 ? [] : unmatched.splice(at, 1);
    return { ...entry, id: same?.id ?? newId() };
  });
  return { ...inFile, data };
}
