/** What an export in progress knows, and the small rules that every collection shares: rich text, covers, unknown fields. */
import { type AnyRecord, type KindName, kindNamed, type StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import type { BoardScope } from './boards.ts';
import { engineText } from './engine-text.ts';
import type { Cell, Cells, Languages } from './locales.ts';
import type { Lists } from './story-index.ts';
import type { Variant } from './variants.ts';

export interface Exporting {
  readonly project: Project;
  readonly lists: Lists;
  readonly variant: Variant;
  readonly boards: BoardScope;
  readonly languages: Languages;
  readonly storedNames: boolean;
  readonly assetNames: ReadonlyMap<string, string>;
}

/** An object of the file. Its keys are written in the order in which they are set, but for undefined ones. */
export type Out = Record<string, unknown>;

/** A text that may be null (title, label, a rich value). Empty text is null for the engines, whose interpreters refuse `""`. */
export function optionalText(owner: object, html: string | null, { variant }: Exporting): string | null {
  if (!variant.engine || html === null) return html;
  return html === '' ? null : engineText(owner, html);
}

/** A text that is never null: `""`, and for the engines `<p></p>`. */
export function wholeText(owner: object, html: string | null, { variant }: Exporting): string {
  if (!variant.engine) return html ?? '';
  return html === null || html === '' ? '<p></p>' : engineText(owner, html);
}

/** A localized field in the one language that is exported. */
export function cellOf(cells: Cells, { languages }: Exporting): Cell {
  return languages.cell(cells, languages.one ?? languages.main);
}

type Cover = NonNullable<StoryRecord<'element'>['cover']>;

/** `{id, type}`, `{file, type: "icon"}` or `{url, type: "youtube"}`, with how it is played; undefined where there is none to write. */
export function coverOf(cover: Cover, { project, variant }: Exporting): Out | undefined {
  // The importers look a cover up among the files, where a folder is not.
  if (variant.engine && 'id' in cover && project.find('asset', cover.id)?.type === 'folder') return undefined;
  const { type, ...rest } = cover;
  const { id, file, url, ...playback }: { id?: string; file?: string; url?: string } = rest;
  return { id, file, url, type, ...playback };
}

/** Component ids as the format takes them: the importers know components only, not folders of them. */
export function componentIds(ids: readonly string[], { project, variant }: Exporting): readonly string[] {
  return variant.engine && ids.length > 0 ? ids.filter((id) => project.find('component', id)?.type === 'component') : ids;
}

/** Keys that the export itself gives a meaning to, beside the fields of the kind. */
const written: Partial<Record<KindName, readonly string[]>> = {
  project: [
    'boards',
    'notes',
    'elements',
    'jumpers',
    'connections',
    'branches',
    'contents',
    'components',
    'attributes',
    'assets',
    'variables',
    'conditions',
    'project',
  ],
  board: ['notes', 'jumpers', 'branches', 'elements', 'connections', 'attributes', 'children', 'root', 'comments', 'variables'],
  element: ['outputs', 'components', 'attributes', 'assets'],
  branch: ['conditions'],
  condition: ['output'],
  component: ['attributes', 'assets', 'children', 'root', 'variables'],
  asset: ['children', 'root'],
  variable: ['cType', 'children', 'root'],
};

const known = new Map<KindName, ReadonlySet<string>>();
function knownKeys(kind: KindName): ReadonlySet<string> {
  const keys = known.get(kind) ?? new Set([...Object.keys(kindNamed(kind).fields), ...(written[kind] ?? []), '__proto__']);
  known.set(kind, keys);
  return keys;
}

/** The unknown fields of an imported record, for behind the known ones. A known key is never among them, not even one that the format leaves out. */
export function extraOf(record: Pick<AnyRecord, 'kind' | 'extra'>): readonly (readonly [string, unknown])[] {
  if (!record.extra) return [];
  const keys = knownKeys(record.kind);
  return Object.entries(record.extra).filter(([key]) => !keys.has(key));
}

export function withExtra(out: Out, record: Pick<AnyRecord, 'kind' | 'extra'>): Out {
  if (record.extra) for (const [key, value] of extraOf(record)) out[key] = value;
  return out;
}
