/** What sets the four formats apart (exports.md, "One object model, four variants"). A table: everything else is the same for all. */
import type { ExportFormat } from '../../shared/findings.ts';

export interface Variant {
  readonly format: ExportFormat;
  /** `{"project": …}` around the story. */
  readonly wrapped: boolean;
  /** 4 spaces; otherwise no white space at all. */
  readonly pretty: boolean;
  /** x and y, and width and height where an item has them. */
  readonly geometry: boolean;
  /** The root of the boards and the root of the components. Those of assets and variables are always there. */
  readonly roots: boolean;
  /** Rich text in the engine dialect, nothing that an importer throws on. */
  readonly engine: boolean;
  /** Components may show an icon as their cover. */
  readonly componentIcons: boolean;
  /** Assets may show the name of their stored file, where it was asked for. */
  readonly storedNames: boolean;
}

const plain = { wrapped: false, pretty: false, geometry: true, roots: true, engine: true, componentIcons: true, storedNames: false };

const table: Readonly<Record<ExportFormat, { readonly file: Omit<Variant, 'format'>; readonly http?: Partial<Variant> }>> = {
  json: { file: { ...plain, pretty: true, engine: false, storedNames: true } },
  unity: { file: plain },
  unreal: { file: plain, http: { wrapped: true, roots: false } },
  godot: { file: { ...plain, pretty: true, geometry: false, componentIcons: false, storedNames: true }, http: { wrapped: true } },
};

/** The format as a file of a game project holds it, or as an answer over HTTP. */
export function variantOf(format: ExportFormat, as: 'file' | 'http'): Variant {
  const { file, http } = table[format];
  return { ...file, ...(as === 'http' ? http : {}), format };
}
