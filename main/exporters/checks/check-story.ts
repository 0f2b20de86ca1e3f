/** Finds the problems of a story before it is exported. Only reads the story; the caller decides what a finding prevents. */

import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import { findingSeverities } from '../../../shared/contracts/findings.ts';
import { versionName } from '../../../shared/contracts/plugin-versions.ts';
import { runSteps, sortInSteps } from '../../../shared/lists.ts';
import { type Message, type MessageValue, message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { changeCommand } from '../../../shared/model/commands.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind, hasTypedValue, isKindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { hasText, hasTextInAnyLanguage } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type RecordText, referencesOf, textsThatMention } from '../../../shared/model/references.ts';
import { findVariableById } from '../../../shared/play/play-memory.ts';
import { isLoadedInteger } from '../../../shared/play/stored-variables.ts';
import { replaceElements } from '../../../shared/rich-text/edit-scripts.ts';
import { findMentions, type Mention, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { toFileNameKey } from '../../../shared/text.ts';
import { findMediaFormat, knownExtensions } from '../../assets/media-formats.ts';
import {
  type Asset,
  type AssetLayout,
  type AssetLookup,
  coverIconsByKey,
  defaultAssetLayout,
  importedAssetType,
  safeFileName,
  splitFileExtension,
} from '../asset-files.ts';
import { getExporter } from '../exporters.ts';
import { cacheNameOf, isWorthCaching } from '../json/export-cache.ts';
import { olderVersions, resolvePlugin } from '../plugin-version.ts';
import { type CachedCheck, cacheCheck, findCachedCheck } from './check-cache.ts';
import {
  CheckContext,
  type CheckFinding,
  type CheckFix,
  type CheckOptions,
  type ExporterRules,
  type FindingSubject,
  plainExcerpt,
  projectSubject,
  quoteStoryText,
  type RecordName,
} from './check-context.ts';
import { checkFloatVariables } from './check-float-variables.ts';
import { checkBranch, checkJumper, checkReachability, elementsReachableFromStart } from './check-paths.ts';
import { checkConditionScript, checkElementScripts, checkLabelScripts } from './check-scripts.ts';
import { readAssignments } from './story-variable-types.ts';

/**
 * [Exports] only what the engine's importer would throw on and the export cannot avoid is an error: no start, or a script that its grammar
 * rejects. Without an engine: what any importer would throw on. Errors come first, then findings are sorted by rule and id, so that the
 * result only depends on the story.
 */
export function checkStory(project: Project, exporterId?: ExporterId, options: CheckOptions = {}): CheckFinding[] {
  return [...runSteps(checkStoryInSteps(project, exporterId, options))];
}

/** Like `checkStory` in steps, because a large story takes a while. The result is invalid if the story changes in between. */
export function* checkStoryInSteps(
  project: Project,
  exporterId?: ExporterId,
  options: CheckOptions = {},
): Generator<void, readonly CheckFinding[]> {
  const context = new CheckContext(project, exporterId === undefined ? undefined : rulesOf(exporterId, options), options);
  const { includesAll } = context.boards;
  const keeps = isWorthCaching(project);
  const name = cacheNameOf([
    exporterId ?? null,
    context.exporter?.game ? [context.exporter.game.version.id, context.exporter.game.basis] : null,
    options.fallbackContents ?? false,
    context.boards.key,
    context.languages,
  ]);
  yield* readAssignments(project);
  const profiles = [context.scriptProfile, ...(context.exporter?.olderVersions ?? []).map(({ scriptProfile }) => scriptProfile)];
  const variableTypes = profiles.map((profile) => context.variableTypes(profile).key).join('|');
  yield;
  const cached = keeps ? findCachedCheck(project, name, includesAll) : undefined;
  const reusable = cached?.check.variableTypes === variableTypes ? cached : undefined;
  const check = reusable?.check ?? {
    changeCount: 0,
    variableTypes,
    findingsByRecord: new Map(),
    list: [],
    assetNameFindings: [],
    reachableElements: null,
    combined: null,
  };
  const { count } = project.recentChanges;
  yield* checkRecords(context, check, reusable?.scope.records ?? null);
  if (!reusable || reusable.scope.assetNames) {
    yield* checkAssetNames(context);
    check.assetNameFindings = context.takeFindings();
  }
  yield;
  if (!reusable || reusable.scope.reachability) check.reachableElements = elementsReachableFromStart(context);
  yield;
  checkStart(context);
  checkPluginVersion(context);
  checkReachability(context, check.reachableElements);
  const story = context.takeFindings();
  // Their fixes depend on all scripts.
  yield* checkFloatVariables(context);
  const floatVariables = context.takeFindings();
  const others = [...story, ...floatVariables, ...check.assetNameFindings].sort(compareFindings);
  const { list, combined } = check;
  if (combined?.list !== list || !jsonEquals(combined.others, others))
    check.combined = { others, list, findings: mergeSorted(others, list) };
  if (keeps) cacheCheck(project, name, check, count);
  return check.combined?.findings ?? [];
}

function rulesOf(exporterId: ExporterId, options: CheckOptions): ExporterRules {
  const exporter = getExporter(exporterId);
  const game = resolvePlugin(exporter, options);
  return { ...exporter, game, olderVersions: game ? olderVersions(exporter, game.version) : [] };
}

function checkPluginVersion(context: CheckContext): void {
  const { label = '', game = null } = context.exporter ?? {};
  if (game === null || game.newerNumber === null) return;
  const params = { engine: label, number: game.newerNumber, version: versionName(game.version) };
  context.warn('plugin-version', projectSubject, message('check.plugin.newer', params));
}

/** Records that are checked in one step, which takes a few milliseconds, or longer with many languages. */
const recordsPerStep = 50;

/** `changedIds` are the records to check again; null for all of them. */
function* checkRecords(context: CheckContext, check: CachedCheck, changedIds: ReadonlySet<string> | null): Generator<void> {
  const { project } = context;
  const changedFindings = new Map<string, readonly CheckFinding[]>();
  const ids = changedIds ?? [...project.records()].map(({ id }) => id);
  let count = 0;
  for (const id of ids) {
    const record = project.get(id);
    if (record) yield* checkRecord(context, record);
    const found = context.takeFindings();
    if (!jsonEquals(found, check.findingsByRecord.get(id) ?? [])) changedFindings.set(id, found);
    if (++count % recordsPerStep === 0) yield;
  }
  if (changedFindings.size === 0) return;
  const old = new Set([...changedFindings.keys()].flatMap((id) => check.findingsByRecord.get(id) ?? []));
  const left = old.size > 0 ? check.list.filter((finding) => !old.has(finding)) : check.list;
  check.list = mergeSorted(yield* sortInSteps([...changedFindings.values()].flat(), compareFindings), left);
  for (const [id, found] of changedFindings) {
    if (found.length > 0) check.findingsByRecord.set(id, found);
    else check.findingsByRecord.delete(id);
  }
}

/** Merges two sorted lists. */
function mergeSorted(one: readonly CheckFinding[], two: readonly CheckFinding[]): readonly CheckFinding[] {
  if (one.length === 0) return two;
  const all: CheckFinding[] = [];
  let at = 0;
  for (const finding of one) {
    for (let next = two[at]; next && compareFindings(next, finding) < 0; next = two[at]) {
      all.push(next);
      at += 1;
    }
    all.push(finding);
  }
  return all.concat(two.slice(at));
}

function compareFindings(one: CheckFinding, two: CheckFinding): number {
  const bySeverity = findingSeverities.indexOf(one.severity) - findingSeverities.indexOf(two.severity);
  if (bySeverity !== 0) return bySeverity;
  if (one.rule !== two.rule) return one.rule < two.rule ? -1 : 1;
  if (one.id !== two.id) return one.id < two.id ? -1 : 1;
  const byMessage = compareMessages(one.message, two.message);
  if (byMessage !== 0) return byMessage;
  // Two unnamed attributes on one board can only be distinguished by their fixes.
  return JSON.stringify(one.fix ?? null) < JSON.stringify(two.fix ?? null) ? -1 : 1;
}

/** Compares by key, then by parameters, so that the order is the same in every language. */
function compareMessages(one: Message, two: Message): number {
  if (one.key !== two.key) return one.key < two.key ? -1 : 1;
  for (const name of Object.keys(one.params ?? {})) {
    const order = compareParams(one.params?.[name], two.params?.[name]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParams(one: MessageValue | undefined, two: MessageValue | undefined): number {
  if (one === two) return 0;
  if (typeof one === 'number' && typeof two === 'number') return one - two;
  const [first = '', second = ''] = [JSON.stringify(one), JSON.stringify(two)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Every importer needs a starting element. [Exports, G17] a start on a board that is not exported does not count. */
function checkStart(context: CheckContext): void {
  const { project, boards } = context;
  const start = project.projectRecord.startingElement;
  if (start === null || !project.find('element', start))
    context.reportImporterError('missing-start', projectSubject, message('check.start.none'), startWithFirstElementFix(context));
  else if (!boards.hasItem(start)) context.reportImporterError('missing-start', projectSubject, message('check.start.notExported'));
}

/** A fix that makes the first element of the first board with any elements, in the order of the tree, the start. */
function startWithFirstElementFix(context: CheckContext): CheckFix | undefined {
  const { project } = context;
  const id = project.childIds(firstBoardWithElements(project, project.projectRecord.roots.board) ?? '', 'elements')[0];
  const element = id === undefined ? undefined : project.find('element', id);
  if (!element) return undefined;
  const label =
    context.elementTitle(element) === ''
      ? message('check.fix.startUntitled', { board: context.boardLocation(element.boardId) })
      : message('check.fix.start', { element: context.elementName(element) });
  const command: CheckFix['command'] = { do: 'change', kind: 'project', id: projectRecordId, fields: { startingElement: element.id } };
  return { label, command, dependsOnOthers: true };
}

function firstBoardWithElements(project: Project, folder: string): string | undefined {
  for (const id of project.childIds(folder, 'boards')) {
    const found = project.childIds(id, 'elements').length > 0 ? id : firstBoardWithElements(project, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The findings of a single record, whether or not the story reaches it. */
function* checkRecord(context: CheckContext, record: AnyRecord): Generator<void> {
  const { project, boards } = context;
  const { kind, id } = record;
  // [G17] items of a board that is not exported are not checked.
  if (kind === 'comment' || kind === 'reply' || !boards.includes(record)) return;
  checkReferences(context, record);
  checkMentions(context, record);
  for (const check of context.exporter?.recordChecks ?? []) yield* check(context, record) ?? [];
  checkInitialInteger(context, record);
  if (kind === 'element') {
    const element = project.find('element', id);
    if (!element) return;
    checkElementScripts(context, element);
    checkElementTranslation(context, element);
  } else if (kind === 'connection') {
    const connection = project.find('connection', id);
    if (!connection) return;
    checkLabelScripts(context, connection);
    checkConnectionTranslation(context, connection);
  } else if (kind === 'component') {
    const component = project.find('component', id);
    if (!component) return;
    checkComponentTranslation(context, component);
  } else if (kind === 'condition') {
    const condition = project.find('condition', id);
    if (condition) checkConditionScript(context, condition);
  } else if (kind === 'attribute') {
    const attribute = project.find('attribute', id);
    if (attribute) checkAssetList(context, attribute);
  } else if (kind === 'jumper') {
    const jumper = project.find('jumper', id);
    if (jumper) checkJumper(context, jumper);
  } else if (kind === 'branch') {
    const branch = project.find('branch', id);
    if (branch) checkBranch(context, branch);
  }
}

/** [Exports] some importers throw on the id of a record that does not exist. No command creates one, but an imported story may contain some. */
function checkReferences(context: CheckContext, record: AnyRecord): void {
  const { project } = context;
  for (const { targetId, rule, valuePath } of referencesOf(record)) {
    const found = project.get(targetId);
    if ((found && rule.targetKinds.includes(found.kind)) || record.kind === 'project') continue;
    const text = message('check.reference.missing', { record: recordName(context, record), field: valuePath, id: targetId });
    context.reportImporterError('dangling-id', subjectOf(project, record), text);
  }
}

/** [Exports] a plug-in that stops at a list of assets gets an empty one. */
function checkAssetList(context: CheckContext, attribute: StoryRecord<'attribute'>): void {
  const { type, data } = attribute.value;
  if (!context.exporter?.game?.version.stopsAtAssetLists || type !== 'asset-list' || !data?.length) return;
  const params = { record: recordName(context, attribute), engine: context.engineName };
  context.warn('differs-in-game', subjectOf(context.project, attribute), message('check.assets.listEmptied', params));
}

/** An integer beyond 32 bits stops a game that saves all variables and loads them by their types, even if no script uses it. */
function checkInitialInteger(context: CheckContext, { kind, id }: AnyRecord): void {
  const { project, scriptProfile } = context;
  if (scriptProfile.variablesBetweenElements !== 'parsed') return;
  if (kind !== 'variable' && !(kind === 'attribute' && scriptProfile.hasScopedVariables)) return;
  const variable = findVariableById(project, id);
  if (variable?.type !== 'integer' || isLoadedInteger(variable.initialValue)) return;
  const text = message('check.engine.integerTooLarge', { name: variable.name, engine: context.engineName });
  context.reportGameStop('game-stops', { kind, id }, text);
}

/**
 * [G22] a mention whose target has been deleted is shown as plain text; the fix turns it into plain text. Mentions in scripts are reported
 * by check-scripts.ts.
 */
function checkMentions(context: CheckContext, record: AnyRecord): void {
  const danglingTexts: RecordText[] = [];
  for (const text of textsThatMention(record)) {
    if (text.rule.format === 'script' || (text.locale !== null && !context.languages.includes(text.locale))) continue;
    if (danglingMentions(context.project, text.text).length > 0) danglingTexts.push(text);
  }
  if (danglingTexts.length === 0) return;
  const fix = unwrapMentionsFix(context.project, record, danglingTexts);
  const text = message('check.mention.missing', { record: recordName(context, record) });
  context.warn('dangling-mention', subjectOf(context.project, record), text, fix);
}

/** Mentions outside of scripts whose target does not exist. */
function danglingMentions(project: Project, html: string): Mention[] {
  return findMentions(replaceElements(html, 'code', () => '')).filter(({ id, type }) => !project.find(type, id));
}

function unwrapMentionsFix(project: Project, record: AnyRecord, texts: readonly RecordText[]): CheckFix {
  const fields: Record<string, unknown> = {};
  for (const { field, locale, text } of texts) {
    const html = danglingMentions(project, text).reduce((before, { id }) => unwrapMention(before, id), text);
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: { text: html } };
    else fields[field] = hasTypedValue(record.kind, field) ? { ...Object(record[field]), data: html } : html;
  }
  const { kind, id } = record;
  return { label: message('check.fix.unwrapMention'), command: { do: 'change', kind, id, fields } };
}

/** The record to show in the window for one that is part of another: the branch of a condition, the owner of an attribute. */
function subjectOf(project: Project, record: AnyRecord): { kind: AnyRecord['kind']; id: string } {
  const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
  const found = typeof holder === 'string' ? project.get(holder) : undefined;
  if (found && isKindName(found.kind)) return { kind: found.kind, id: found.id };
  return record.kind === 'project' ? projectSubject : { kind: record.kind, id: record.id };
}

function recordName(context: CheckContext, record: AnyRecord): RecordName {
  const owner = subjectName(context, subjectOf(context.project, record));
  const attribute = record.kind === 'attribute' ? context.project.find('attribute', record.id)?.name : null;
  return attribute == null ? owner : message('check.name.attribute', { owner, name: attribute });
}

function subjectName(context: CheckContext, { kind, id }: FindingSubject): RecordName {
  const { project } = context;
  const element = project.find('element', id);
  if (element) return context.elementName(element);
  const connection = project.find('connection', id);
  if (connection) return context.connectionName(connection);
  const component = project.find('component', id);
  if (component) return context.componentName(component);
  if (kind === 'board') return context.boardName(id);
  if (kind === 'note' || kind === 'jumper' || kind === 'branch' || kind === 'comment')
    return message('check.name.boardItem', { kind, board: context.boardLocation(String(project.get(id)?.boardId ?? '')) });
  return message('check.name.record', { kind, id });
}

/** Finds texts that another language has and an exported language lacks: the same ones that the table of translations counts as missing. */
function checkElementTranslation(context: CheckContext, element: StoryRecord<'element'>): void {
  reportMissingTranslation(context, element, () => context.elementName(element));
}

function checkConnectionTranslation(context: CheckContext, connection: StoryRecord<'connection'>): void {
  reportMissingTranslation(context, connection, () => context.connectionName(connection));
}

function checkComponentTranslation(context: CheckContext, component: StoryRecord<'component'>): void {
  if (component.id === context.project.projectRecord.roots.component) return;
  reportMissingTranslation(context, component, () =>
    message('check.name.componentName', { component: quoteStoryText(plainExcerpt(component.name[context.mainLanguage]?.text)) }),
  );
}

function reportMissingTranslation(
  context: CheckContext,
  record: StoryRecord<'element' | 'connection' | 'component'>,
  name: () => RecordName,
): void {
  const texts = getKind(record.kind).localizedFields.flatMap((field) => {
    const text: LocalizedText | undefined = Reflect.get(record, field);
    return text && hasTextInAnyLanguage(text) ? [text] : [];
  });
  const missing = context.languages.map((iso) => texts.filter((text) => !hasText(text, iso)).length);
  if (missing.every((count) => count === 0)) return;
  const { counts, languageNames } = context.missingTexts(missing);
  context.warnOfMissingTexts(record, message('check.translation.missing', { record: name(), languages: languageNames }), counts);
}

/** The maximum number of characters of a name before the appended number. */
const maxStemLength = 40;
/** The highest number that is tried. */
const maxSuffix = 10_000;

/**
 * [Exports] assets that an importer cannot distinguish: with the same path in a game project, or with the same key if the importer identifies
 * assets in another way. Names are compared as asset-files.ts allocates them. The first asset in the order of the tree keeps its name; every
 * other one is reported, with a fix that renames it.
 */
function* checkAssetNames(context: CheckContext): Generator<void> {
  const { project, exporter } = context;
  const layout = exporter?.assets ?? defaultAssetLayout;
  const { lookup } = layout;
  const assets = [...assetsInFolder(project, project.projectRecord.roots.asset, '')];
  const first = new Map<string, Asset>();
  const icons = coverIconsByKey(project, layout);
  const nameKey = (folder: string, name: string): string => `${folder}/${toFileNameKey(name)}`;
  const names = new Set(assets.map(({ asset, folder }) => nameKey(folder, asset.name)));
  const taken = new Set([...icons.keys(), ...assets.map(({ asset, folder }) => assetKey(layout, asset, asset.name, folder))]);
  const countsForImport = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const [at, { asset, folder, path }] of assets.entries()) {
    if (at % recordsPerStep === recordsPerStep - 1) yield;
    const keyOf = (name: string): string => assetKey(layout, asset, name, folder);
    const key = keyOf(asset.name);
    const isFree = (name: string): boolean => {
      const newKey = keyOf(name);
      return (newKey === key || !taken.has(newKey)) && !names.has(nameKey(folder, name));
    };
    checkImport(context, asset, { isFree, keyOf, counts: countsForImport });
    checkPathLength(context, asset, layout.isFlat ? '' : path);
    const [other, icon] = [first.get(key), icons.get(key)];
    if (!other && icon === undefined) {
      first.set(key, asset);
      continue;
    }
    const text = other ? collisionMessage(other, asset, lookup) : iconCollisionMessage(icon ?? '', asset, lookup);
    const fix = renameAssetFix(asset, { isFree: (name) => !taken.has(keyOf(name)), keyOf, counts });
    if (fix) taken.add(keyOf(fix.name));
    context.warn('asset-name-collision', asset, text, fix?.fix);
  }
}

function collisionMessage(first: Asset, second: Asset, lookup: AssetLookup | undefined): Message {
  const names = { first: first.name, second: second.name };
  return lookup ? lookup.collisionMessage(importedAssetType(second), names) : message('check.assets.sameName', names);
}

const iconCollisionMessage = (icon: string, { name }: Asset, lookup: AssetLookup | undefined): Message =>
  lookup?.iconCollisionMessage?.({ icon, asset: name }) ?? message('check.assets.sameName', { first: icon, second: name });

/**
 * [Exports] reports files that the engine's editor does not import itself, or not as what they are, because their extension does not match
 * their content.
 */
function checkImport(context: CheckContext, asset: Asset, names: FreeNames): void {
  const { exporter } = context;
  if (!exporter) return;
  const { label: engine, assets } = exporter;
  const [base, extension] = splitFileExtension(asset.name);
  const format = assets.importsByExtension && asset.mime !== null ? findMediaFormat(asset.mime) : undefined;
  const matching = format?.extensions.slice(0, format.engineExtensions).map((each) => `.${each}`) ?? [];
  const [right = extension] = matching;
  const isRight = matching.length === 0 || matching.includes(extension.toLowerCase());
  if (assets.notImported?.includes(isRight ? extension.toLowerCase() : right))
    context.warn('asset-format', asset, message('check.assets.notImported', { name: asset.name, engine }));
  else if (!isRight) {
    // What follows the last dot of “map.v2” belongs to the name.
    const stem = knownExtensions.has(extension.slice(1).toLowerCase()) || /^\.\w{2,4}$/.test(extension) ? base : asset.name;
    const fix = renameAssetFix(asset, names, [stem, right], 1);
    const params = { name: asset.name, format: format?.label ?? '', engine, extension: right };
    context.warn('asset-format', asset, message('check.assets.otherContent', params), fix?.fix);
  }
}

/**
 * Characters of a path in the game project. Windows programs, such as the engines' editors, open paths of up to 259 characters, and the game project itself has a path, too.
 */
const maxPathLength = 200;

/** `folder` is that of the asset within the assets of the story. */
function checkPathLength(context: CheckContext, asset: Asset, folder: string): void {
  const { folder: assetFolder, adjustName } = context.exporter?.assets ?? defaultAssetLayout;
  const { length } = `${assetFolder}/${folder}${safeFileName(asset.name, adjustName)}`;
  if (length > maxPathLength)
    context.warn('asset-path', asset, message('check.assets.pathTooLong', { name: asset.name, length, maximum: maxPathLength }));
}

interface AssetInFolder {
  readonly asset: Asset;
  /** The ids of its folders. */
  readonly folder: string;
  /** The names of its folders in a game project, with a `/` at the end; `''` at the top. */
  readonly path: string;
}

function* assetsInFolder(project: Project, folderId: string, folder: string, path = ''): Generator<AssetInFolder> {
  for (const asset of project.children('asset', folderId, 'assets')) {
    if (asset.type === 'folder') yield* assetsInFolder(project, asset.id, `${folder}/${asset.id}`, `${path}${safeFileName(asset.name)}/`);
    else yield { asset, folder, path };
  }
}

function assetKey({ adjustName, lookup }: AssetLayout, asset: Asset, name: string, folder: string): string {
  const safe = safeFileName(name, adjustName);
  return lookup ? lookup.key(importedAssetType(asset), safe) : `${folder}/${toFileNameKey(safe)}`;
}

/** Which names an asset may get. */
interface FreeNames {
  isFree(name: string): boolean;
  /** Equal for names that the importer cannot distinguish. */
  keyOf(name: string): string;
  /** For keys of names with the lowest number: the number of which all smaller ones are taken. Thousands of equal names do not try them again. */
  readonly counts: Map<string, number>;
}

/** [Assets] template assets cannot be changed, so they have no fix. A name with a number below 2 has none. */
function renameAssetFix(
  { id, name, type }: Asset,
  { isFree, keyOf, counts }: FreeNames,
  [base, extension] = splitFileExtension(name),
  firstCount = 2,
): { readonly name: string; readonly fix: CheckFix } | undefined {
  if (type.startsWith('template-')) return undefined;
  const fixWith = (next: string) => ({
    name: next,
    fix: {
      label: message('check.fix.rename', { name: next }),
      command: changeCommand('asset', id, { name: next }),
      dependsOnOthers: true as const,
    },
  });
  const unnumbered = `${base}${extension}`;
  if (firstCount === 1 && isFree(unnumbered)) return fixWith(unnumbered);
  // A long name is truncated for the file, which would remove the number again.
  const stem = [...base].slice(0, maxStemLength).join('');
  const nameWith = (count: number): string => `${stem}_${count}${extension}`;
  const key = keyOf(nameWith(2));
  let count = counts.get(key) ?? 2;
  while (count < maxSuffix && !isFree(nameWith(count))) count++;
  counts.set(key, count);
  return count < maxSuffix ? fixWith(nameWith(count)) : undefined;
}
