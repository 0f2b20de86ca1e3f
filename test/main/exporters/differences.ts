/** A real file beside what we write for it: every difference, field by field and in the order of keys, with the rule that explains it. */
import { exportStory } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { allKinds } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { addedLists } from '../../added-lists.ts';
import { type ExportFormat, gameEngines } from '../../exporter-ids.ts';
import type { HostedExport } from '../../hosted-exports.ts';
import { filesFor } from './asset-files.ts';
import { countingEnvironment } from './counting-environment.ts';

interface Difference {
  /** Where: `*` stands for an id, `#` for a position, `new` for an id that the import made. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** The rule that allows it; null without one. */
  readonly rule: string | null;
}

/** What may differ, by path, for any values. */
const explained: readonly [path: RegExp, rule: string][] = [
  [/^boards\.\*\.attributes$/, '[Exports] boards have an id array of attributes; older files have none'],
  [/^boards\.\*\.comments$/, '[Exports] JSON does not carry comments'],
  [/^boards\.\*\.branches$/, '[Exports] a folder has name and children; one old root has branches, too'],
  [/^boards\.\*\.children\.#$/, '[G27] a reference to nothing, left out by the repair'],
  [/^(boards|variables)\.new$/, '[G26] a root that was missing'],
  [/^(notes|elements|jumpers|branches)\.\*\.(x|y|width|height)$/, '[G28] older files have no geometry; ours writes it'],
  [/^(notes|elements)\.\*\.autoHeight$/, '[Exports] autoHeight is always written; older files have none'],
  [/^(elements|components)\.\*\.assets$/, '[Import rules] asset references are removed'],
  [/^assets\.\*(\.children\.#)?$/, '[Import rules] the asset collection is reset to an empty root'],
  [/^components\.\*\.customId$/, '[G26] components get generated customIds'],
  [/^attributes\.\*\.(cId|cType)$/, '[G26] cType and cId are taken from their owner'],
  [/^variables\.\*\.cType$/, '[Exports] cType is always written'],
  ...addedLists.map((list): [RegExp, string] => [new RegExp(`^(boards\\.\\*\\.)?${list}$`), `The service has no ${list}`]),
];

/** The localized fields in addition to those that the service specifies. A file in one language has null where there is no text. */
const serviceTexts: ReadonlySet<string> = new Set(['elements.title', 'elements.content', 'connections.label', 'components.name']);
const addedTexts = allKinds
  .flatMap(({ plural, localizedFields }) => localizedFields.map((field) => [plural, field] as const))
  .filter(([plural, field]) => !serviceTexts.has(`${plural}.${field}`));

/** Where only these two values may replace each other. */
const rewritten: readonly [path: RegExp, before: RegExp, after: RegExp, rule: string][] = [
  [/^attributes\.\*\.value\.data$/, /^""$/, /^null$/, '[Exports] empty text is null'],
  [/^attributes\.\*\.value\.data$/, /^"[^<]/, /^"<p>/, '[G21] text without a tag is taken as one paragraph'],
  [
    /^(elements|components)\.\*\.assets\.cover\.type$/,
    /^(nothing|"image")$/,
    /^"(template-)?image"$/,
    '[Elements] the type of a cover is resolved from the asset named by id',
  ],
  [
    /^elements\.\*\.assets\.audio\.#\.delay$/,
    /^"\d+"$/,
    /^\d+$/,
    '[Exports] delay is a number; one template has a string: read it, never write it',
  ],
  [/^elements\.\*\.attributes$/, /^\[\]$/, /^nothing$/, '[Exports] attributes are absent when empty'],
  [/^(notes|elements)\.\*\.content$/, /^""$/, /^"<p><\/p>"$/, '[Exports] the engine formats write empty content as <p></p>'],
  [/^elements\.\*\.content$/, /\w < \d/, /\w &lt; \d/, '[G21] stored canonically: < in text is &lt;'],
  ...addedTexts.map(([plural, field]): [RegExp, RegExp, RegExp, string] => [
    new RegExp(`^${plural}\\.\\*\\.${field}$`),
    /^nothing$/,
    /^null$/,
    `The service has no ${field} of ${plural}`,
  ]),
  [/^elements\.\*\.title$/, /style=\\"margin-left: 0px\\"/, /^"<p>/, '[Exports] the engine dialect drops presentation attributes'],
];

/** The order of keys and of collections, where it is not that of the page. */
const ordered: readonly [path: RegExp, rule: string][] = [
  [/^$/, '[Exports] key order of the root; older files have another'],
  [/^[a-z]+$/i, '[G24] collections are ordered by id'],
  [
    /^(boards|elements|notes|connections|branches|components|attributes|conditions|contents)\.\*$/,
    '[Exports] newest key order everywhere; older or edited records have another',
  ],
];

const formatOf = ({ name }: HostedExport): ExportFormat => gameEngines.find((engine) => name.startsWith(engine)) ?? 'json';

/** Import with repair, export in the same shape, compare. `withFiles`: as if the files of its assets were beside it (G29). */
export async function differencesOf(file: HostedExport, { withFiles }: { withFiles: boolean }): Promise<Difference[]> {
  const files = withFiles ? { files: filesFor(file.json) } : {};
  const { records } = await importStory(file.json, { environment: countingEnvironment(), repair: true, ...files });
  const options = { format: formatOf(file), destination: 'file', allLocales: file.name.includes('all-locales') } as const;
  const ours: unknown = JSON.parse(exportStory(new Project(records), options));
  return [...fields(file.json, ours, []), ...orders(file.json, ours, [])].map(([path, before, after, isOrder]) => ({
    path,
    before,
    after,
    rule: isOrder ? (ordered.find(([at]) => at.test(path))?.[1] ?? null) : ruleFor(path, before, after),
  }));
}

function ruleFor(path: string, before: string, after: string): string | null {
  const rewrite = rewritten.find(([at, from, to]) => at.test(path) && from.test(before) && to.test(after));
  return rewrite?.[3] ?? explained.find(([at]) => at.test(path))?.[1] ?? null;
}

type FieldDifference = readonly [path: string, before: string, after: string, isOrder: boolean];

function* fields(one: unknown, two: unknown, path: readonly string[]): Generator<FieldDifference> {
  if (one === two) return;
  if (!isObject(one) || !isObject(two) || Array.isArray(one) !== Array.isArray(two)) {
    yield [named(path), reported(one), reported(two), false];
    return;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(two)]))
    yield* fields(Reflect.get(one, key), Reflect.get(two, key), [...path, key]);
}

/** Keys that both have, in the order of each. Lists are compared by position already. */
function* orders(one: unknown, two: unknown, path: readonly string[]): Generator<FieldDifference> {
  if (!isObject(one) || !isObject(two) || Array.isArray(one)) return;
  const mine = Object.keys(one).filter((key) => Object.hasOwn(two, key));
  const theirs = Object.keys(two).filter((key) => Object.hasOwn(one, key));
  if (mine.join() !== theirs.join()) yield [named(path), mine.map(idOrKey).join(), theirs.map(idOrKey).join(), true];
  for (const key of mine) yield* orders(Reflect.get(one, key), Reflect.get(two, key), [...path, key]);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const reported = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const named = (path: readonly string[]): string => path.map(idOrKey).join('.');
function idOrKey(key: string): string {
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(key)) return '*';
  if (/^new-\d+$/.test(key)) return 'new';
  return /^\d+$/.test(key) ? '#' : key;
}

/** For people: each rule with how often it explains something, where, and one example; what no rule explains, all of it. */
export function reportOf(name: string, differences: readonly Difference[]): string {
  const lines = [`${name}: ${differences.length} differences`];
  const byRule = Map.groupBy(differences, ({ rule }) => rule);
  for (const [rule, of] of byRule) {
    if (rule === null) continue;
    const places = [...new Set(of.map(({ path }) => path || 'the root'))].sort().join(', ');
    lines.push(`  ${of.length} × ${rule}`, `      at ${places}`, `      such as ${example(of[0])}`);
  }
  for (const each of byRule.get(null) ?? []) lines.push(`  NO RULE EXPLAINS ${each.path}: ${example(each)}`);
  return lines.join('\n');
}

const example = (difference: Difference | undefined): string => `${short(difference?.before)} → ${short(difference?.after)}`;
const short = (text = ''): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text);
