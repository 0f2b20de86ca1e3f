/**
 * Applies what another program has changed in exported files to the story: finds the values that can be applied, and builds the commands.
 */

import type { ForeignEdit, ForeignEdits } from '../../../shared/contracts/targets.ts';
import { distinctMessages } from '../../../shared/messages/distinct-messages.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import type { CommandResult } from '../../../shared/model/commands.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import { Problem } from '../../../shared/problem.ts';
import { toReadableText } from '../../../shared/rich-text/readable-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { isReadableExport, mainStoryPath } from '../../exporters/exporter.ts';
import { storyFileLanguages } from '../../exporters/story-files.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { countCharacters, maxComparedCharacters, readVersionTexts } from '../history/compare-versions.ts';
import type { ExportHistory } from '../history/export-history.ts';
import { readStoryFile, type StoryTexts } from '../history/exported-story.ts';
import type { StoredTarget } from '../target/stored-target.ts';
import type { EditableStory, TargetDeps } from '../target/target-deps.ts';
import {
  commandsToApply,
  describeForeignValue,
  type ForeignValue,
  findForeignValues,
  isAlreadyInStory,
  isCompleteInFile,
  isConflict,
} from './foreign-edits.ts';

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
  if (values.length < chosenIds.size || story.version !== version)
    throw new Problem('conflict', message('targets.applyEdits.outdated'), { conflictType: 'stale' });
  return story.execute({ do: 'batch', commands: commandsToApply(values, story.project, () => deps.environment.newId()) });
}

async function findApplicableValues(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  story: EditableStory,
): Promise<ApplicableValues | { readonly reason: Message }> {
  const { exporter } = target;
  if (!isReadableExport(exporter)) return { reason: message('targets.storyChanges.otherFormat', { engine: exporter.label }) };
  await history.flush();
  const base = await readVersionTexts(deps, target, history, 'lastExport');
  const inFile = await readVersionTexts(deps, target, history, 'folder');
  const inStory = await readVersionTexts(deps, target, history, 'story');
  if (
    !base ||
    !inFile ||
    !inStory ||
    [base, inFile, inStory].reduce((sum, texts) => sum + countCharacters(texts), 0) > maxComparedCharacters
  )
    return { reason: message('targets.comparison.tooLong') };
  try {
    return await compareFiles(deps, target, story, { base, inFile, inStory });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reason: message('targets.storyChanges.unreadable', { reason: error.text }) };
  }
}

async function compareFiles(
  { environment }: TargetDeps,
  { exporter, row: { settings } }: StoredTarget,
  story: EditableStory,
  texts: Readonly<Record<'base' | 'inFile' | 'inStory', StoryTexts>>,
): Promise<ApplicableValues | { readonly reason: Message }> {
  const mainPath = mainStoryPath(exporter);
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
    for (const value of found.values) values.set(value.id, value);
    others.push(...found.others);
  }
  if (!isCompared) return { reason: message('targets.storyChanges.nothingBefore') };
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
  const { id, record, base, inStory, inFile } = value;
  const show = (shown: unknown): Message => describeValue(value, shown, story);
  return {
    id,
    kind: record.kind,
    record: record.id,
    message: describeForeignValue(value, story),
    isConflict: isConflict(value),
    base: show(base),
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
