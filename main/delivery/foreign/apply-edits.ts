/**
 * Applies what another program has changed in exported files to the story: finds the values that can be applied, and builds the commands. Three
 * versions of a file are compared: as it was exported, as it is, and as it would be exported from the current story. All are read back from
 * files, so that the format causes no differences.
 */

import { createHash } from 'node:crypto';
import type { ForeignEdit, ForeignEdits } from '../../../shared/contracts/targets.ts';
import { compareStoriesInSteps, describeFieldChange } from '../../../shared/diff/compare-stories.ts';
import { appendAll } from '../../../shared/lists.ts';
import { distinctMessages, type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { type CommandResult, changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind, hasTypedValue, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { isEmptyText, localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import { isSameFieldValue } from '../../../shared/model/same-value.ts';
import { Problem } from '../../../shared/problem.ts';
import { toReadableText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { isReadableExport, mainStoryPath } from '../../exporters/exporter.ts';
import { storyFileLanguages } from '../../exporters/story-files.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { countCharacters, maxComparedCharacters, readVersionTexts } from '../history/compare-versions.ts';
import type { ExportHistory } from '../history/export-history.ts';
import { languageOfStoryFile, readStoryFile, type StoryTexts } from '../history/exported-story.ts';
import type { StoredTarget } from '../target/stored-target.ts';
import type { EditableStory, TargetDeps } from '../target/target-deps.ts';
import { findNearestExport } from './nearest-export.ts';

/** The maximum number of values that are offered, and of other changes that are listed. Further ones are only counted. */
const maxOfferedEdits = 2000;
const maxListedChanges = 500;
/** The maximum number of characters of a value that are shown. */
const maxShownLength = 4000;

interface ApplicableValues {
  readonly values: readonly ForeignValue[];
  readonly notTaken: readonly Message[];
  readonly hasMore: boolean;
}

export async function listForeignEdits(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  story: EditableStory,
): Promise<ForeignEdits> {
  const found = await findApplicableValues(deps, target, history, story);
  if ('reason' in found) return { edits: [], notTaken: [], notTakenTotal: 0, hasMore: false, reason: found.reason };
  const { values, notTaken, hasMore } = found;
  const edits: ForeignEdit[] = [];
  const yielder = new CooperativeYielder();
  for (const value of values) {
    await yielder.yieldIfNeeded();
    edits.push(presentEdit(value, story.project));
  }
  return { edits, notTaken: notTaken.slice(0, maxListedChanges), notTakenTotal: notTaken.length, hasMore, reason: null };
}

/** Applies the chosen values. Throws a Problem, and applies none, if one of them can no longer be applied. */
export async function applyForeignEdits(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  chosen: readonly string[],
  story: EditableStory,
): Promise<CommandResult> {
  const { version } = story;
  const found = await findApplicableValues(deps, target, history, story);
  const chosenIds = new Set(chosen);
  const values = 'reason' in found ? [] : found.values.filter(({ id }) => chosenIds.has(id));
  const outdated = () => new Problem('conflict', message('targets.applyEdits.outdated'), { conflictType: 'stale' });
  if (values.length < chosenIds.size || story.version !== version) throw outdated();
  const commands = commandsToApply(values, story.project, () => deps.environment.newId());
  const result = await story.executeAt(version, { do: 'batch', commands });
  if (!result) throw outdated();
  return result;
}

async function findApplicableValues(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  story: EditableStory,
): Promise<ApplicableValues | { readonly reason: Message }> {
  const { exporter } = target;
  if (!isReadableExport(exporter)) return { reason: message('targets.storyChanges.otherFormat', { engine: exporter.label }) };
  const inFile = await readVersionTexts(deps, target, history, 'folder');
  const inStory = await readVersionTexts(deps, target, history, 'story');
  if (!inFile || !inStory) return { reason: message('targets.comparison.tooLong') };
  try {
    // A file that another computer has exported may be in the folder before the first export of this one. Then the story is all that it can be
    // compared with, and nothing shows which of both is newer.
    const nearest = await findNearestExport(mainStoryPath(exporter), inFile, readExports(deps, target, history), maxComparedCharacters);
    const base = nearest ?? inStory;
    if ([base, inFile, inStory].reduce((sum, texts) => sum + countCharacters(texts), 0) > maxComparedCharacters)
      return { reason: message('targets.comparison.tooLong') };
    return await compareFiles(deps, target, story, { texts: { base, inFile, inStory }, hasBase: nearest !== null });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reason: message('targets.storyChanges.unreadable', { reason: error.text }) };
  }
}

/** The story files of all exports, as far as they are stored, beginning with the last one. */
async function* readExports(deps: TargetDeps, target: StoredTarget, history: ExportHistory): AsyncGenerator<StoryTexts> {
  const last = await readVersionTexts(deps, target, history, 'lastExport');
  if (last) yield last;
  yield* history.readAllTexts(({ path }) => languageOfStoryFile(target.exporter, path) !== undefined);
}

async function compareFiles(
  { environment }: TargetDeps,
  target: StoredTarget,
  story: EditableStory,
  { texts, hasBase }: { readonly texts: Readonly<Record<'base' | 'inFile' | 'inStory', StoryTexts>>; readonly hasBase: boolean },
): Promise<ApplicableValues | { readonly reason: Message }> {
  const { exporter } = target;
  const mainPath = mainStoryPath(exporter);
  // As for the export: nothing may have been exported yet by this process.
  const settings = { ...target.row.settings, foundPlugin: await target.findPlugin() };
  const values = new Map<string, ForeignValue>();
  const others: Message[] = [];
  const yielder = new CooperativeYielder();
  let isCompared = false;
  for (const [path, language] of storyFileLanguages(story.project, exporter, settings)) {
    const [base, inFile, inStory] = [texts.base.get(path), texts.inFile.get(path), texts.inStory.get(path)];
    if (base === undefined || inFile === undefined || inStory === undefined) continue;
    isCompared = true;
    if (base === inFile) continue;
    const states = {
      base: await readStoryFile(path, base, environment),
      inFile: await readStoryFile(path, inFile, environment),
      inStory: await readStoryFile(path, inStory, environment),
    };
    const found = await findForeignValues({ ...states, language, hasOnlyTexts: path !== mainPath }, yielder);
    for (const value of found.values) values.set(value.id, { ...value, hasBase });
    appendAll(others, found.others);
  }
  if (!isCompared)
    return {
      reason: texts.inFile.has(mainPath)
        ? message('targets.storyChanges.nothingBefore')
        : message('targets.applyEdits.fileMissing', { path: mainPath }),
    };
  const { offered, rejected, hasMore } = await checkValues([...values.values()], story, yielder);
  const structural = distinctMessages(others).map((change) => notAppliedMessage(change, message('targets.applyEdits.notAValue')));
  return { values: offered, notTaken: [...rejected, ...structural], hasMore };
}

async function checkValues(
  values: readonly ForeignValue[],
  story: EditableStory,
  yielder: CooperativeYielder,
): Promise<{ offered: ForeignValue[]; rejected: Message[]; hasMore: boolean }> {
  const offered: ForeignValue[] = [];
  const rejected: Message[] = [];
  let hasMore = false;
  for (const value of values) {
    await yielder.yieldIfNeeded();
    if (isAlreadyInStory(value)) continue;
    const isOneTooMany = offered.length >= maxOfferedEdits;
    hasMore ||= isOneTooMany;
    const reason = isOneTooMany ? message('targets.applyEdits.tooMany') : reasonNotToApply(value, story);
    if (reason === null) offered.push(value);
    else rejected.push(notAppliedMessage(describeForeignValue(value, story.project), reason));
  }
  return { offered, rejected, hasMore };
}

function reasonNotToApply(value: ForeignValue, { project, dryRun }: EditableStory): Message | null {
  if (project.get(value.record.id)?.kind !== value.record.kind) return message('targets.applyEdits.gone');
  if (!isCompleteInFile(value, project)) return message('targets.applyEdits.simplified');
  try {
    for (const command of commandsToApply([value], project, () => value.id)) dryRun(command);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.text;
  }
}

const notAppliedMessage = (change: Message, reason: Message): Message => message('targets.applyEdits.notApplied', { change, reason });

function presentEdit(value: ForeignValue, story: Project): ForeignEdit {
  const { id, record, base, hasBase, inStory, inFile } = value;
  const show = (shown: unknown): Message => describeValue(value, shown, story);
  return {
    id,
    kind: record.kind,
    record: record.id,
    message: describeForeignValue(value, story),
    isConflict: isConflict(value),
    base: hasBase ? show(base) : null,
    inStory: show(inStory),
    inFile: show(inFile),
  };
}

function describeValue({ record: { kind }, field }: ForeignValue, value: unknown, story: Project): Message {
  // The value of an attribute is an object; its `data` is shown.
  const shown = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const isPlain = typeof value === 'object' && value !== null && 'plain' in value && value.plain === true;
  if (typeof shown === 'boolean') return message(shown ? 'history.yes' : 'history.no');
  const format = getKind(kind).texts[field]?.format;
  if (Array.isArray(shown))
    return verbatim(shorten(shown.map((entry: object) => Object.values(entry).map(nameOf(story)).join('')).join(', ')));
  if (typeof shown !== 'string') return verbatim(String(shown ?? ''));
  if (getKind(kind).references[field]) return verbatim(nameOf(story)(shown));
  if (format === 'script') return verbatim(shorten(parseConditionSource(shown).text));
  return verbatim(shorten((format === 'rich' && !isPlain) || format === 'note' ? toReadableText(shown) : shown));
}

const nameOf =
  (story: Project) =>
  (id: unknown): string =>
    recordTitle(story.get(String(id)), story);

const shorten = (text: string): string => (text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`);

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
interface ForeignValue {
  /** A hash of the content, so that a value that was shown to the user is not applied if it has changed since. */
  readonly id: string;
  readonly record: AnyRecord;
  readonly field: string;
  /** The language of the text in the story; null for a field that is not localized. */
  readonly locale: string | null;
  readonly base: unknown;
  /** Whether `base` is from an export. Otherwise it is that of the story. */
  readonly hasBase: boolean;
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
): Promise<{ readonly values: Omit<ForeignValue, 'hasBase'>[]; readonly others: Message[] }> {
  const { base, inFile } = file;
  const values: Omit<ForeignValue, 'hasBase'>[] = [];
  const languages = languagesOf(base).filter((iso) => languagesOf(inFile).includes(iso));
  for (const record of [...base.records()]) {
    await yielder.yieldIfNeeded();
    const after = inFile.get(record.id);
    if (after?.kind !== record.kind) continue;
    const fields = comparedFields(file, record.kind);
    appendAll(
      values,
      fields.flatMap((field) => changedValues(record, after, field, isLocalized(record, field) ? languages : [null], file)),
    );
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
): Omit<ForeignValue, 'hasBase'>[] {
  const { kind, id } = before;
  const current = file.inStory.get(id);
  return languages.flatMap((iso): Omit<ForeignValue, 'hasBase'>[] => {
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

const describeForeignValue = ({ record, field, locale }: ForeignValue, story: Project): Message =>
  describeFieldChange(story.get(record.id) ?? record, field, locale, story);

const isConflict = ({ record: { kind }, field, base, hasBase, inStory }: ForeignValue): boolean =>
  !hasBase || !isSameFieldValue(kind, field, base, inStory);

/** Whether the story already has the value. */
const isAlreadyInStory = ({ record: { kind }, field, inStory, inFile }: ForeignValue): boolean =>
  isSameFieldValue(kind, field, inStory, inFile);

/**
 * Whether the file contains the value of the story completely. Otherwise the file contains a simplified form, and applying it would lose
 * the rest. A missing translation, for which a file may contain the text of another language, has nothing to lose.
 */
function isCompleteInFile({ record, field, locale, inStory }: ForeignValue, story: Project): boolean {
  const stored = story.get(record.id);
  if (!stored) return false;
  const value = valueIn(stored, field, locale);
  const isEmpty = value === null || value === undefined || (typeof value === 'string' && isEmptyText(value));
  return isEmpty || isSameFieldValue(record.kind, field, value, inStory);
}

/** One command for each record, which sets the values from the file. */
function commandsToApply(values: readonly ForeignValue[], story: Project, newId: () => string): SingleCommand[] {
  const byRecord = Map.groupBy(values, ({ record }) => record.id);
  return [...byRecord.values()].flatMap((ofRecord) => {
    const [first] = ofRecord;
    if (!first) return [];
    const { kind, id } = first.record;
    const fields: Record<string, unknown> = {};
    for (const { field, locale, inFile } of ofRecord) {
      const earlier = fields[field];
      if (locale !== null) fields[field] = { ...(typeof earlier === 'object' ? earlier : {}), [locale]: inFile };
      else fields[field] = hasTypedValue(kind, field) ? withEntryIds(inFile, story.find('attribute', id)?.value, newId) : inFile;
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
