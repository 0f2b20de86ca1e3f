/** What sets the four formats apart (exports.md, "One object model, four variants"). A table: everything else is the same for all. */
import type { ExportFormat } from '../../shared/contracts/findings.ts';

export interface FormatVariant {
  readonly format: ExportFormat;
  /** `{"project": …}` around the story. */
  readonly isWrapped: boolean;
  /** 4 spaces; otherwise no white space at all. */
  readonly isPretty: boolean;
  /** x and y, and width and height where an item has them. */
  readonly hasGeometry: boolean;
  /** The root of the boards and the root of the components. Those of assets and variables are always there. */
  readonly hasRoots: boolean;
  /** Rich text in the engine dialect, nothing that an importer throws on. */
  readonly isForEngine: boolean;
  /** Components may show an icon as their cover. */
  readonly hasComponentIcons: boolean;
  /** Assets may show the name of their stored file, where it was asked for. */
  readonly canShowStoredNames: boolean;
}

const baseVariant = {
  isWrapped: false,
  isPretty: false,
  hasGeometry: true,
  hasRoots: true,
  isForEngine: true,
  hasComponentIcons: true,
  canShowStoredNames: false,
};

const variantsByFormat: Readonly<
  Record<ExportFormat, { readonly file: Omit<FormatVariant, 'format'>; readonly http?: Partial<FormatVariant> }>
> = {
  json: { file: { ...baseVariant, isPretty: true, isForEngine: false, canShowStoredNames: true } },
  unity: { file: baseVariant },
  unreal: { file: baseVariant, http: { isWrapped: true, hasRoots: false } },
  godot: {
    file: { ...baseVariant, isPretty: true, hasGeometry: false, hasComponentIcons: false, canShowStoredNames: true },
    http: { isWrapped: true },
  },
};

/** The format as a file of a game project holds it, or as an answer over HTTP. */
export function formatVariantFor(format: ExportFormat, as: 'file' | 'http'): FormatVariant {
  const { file, http } = variantsByFormat[format];
  return { ...file, ...(as === 'http' ? http : {}), format };
}
