/** Extensions of file names, with their dots. */

export interface ExtensionChange {
  /** Those that may be replaced: others belong to the name. */
  readonly from: readonly string[];
  readonly to: string;
}

export const findExtension = (file: string, extensions: readonly string[]): string | undefined =>
  extensions.filter((each) => file.trim().toLowerCase().endsWith(each)).sort((one, two) => two.length - one.length)[0];

export function replaceExtension(file: string, { from, to }: ExtensionChange): string {
  const present = findExtension(file, from);
  return present === undefined ? file : file.trim().slice(0, -present.length) + to;
}
