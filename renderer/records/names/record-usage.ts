/** One place where an asset, a component or a variable is used, as it is shown in lists of usages. */
export interface RecordUsage {
  /** The record that uses it. */
  readonly id: string;
  /** `Element “The door”`. */
  readonly who: string;
  /** `its cover`. */
  readonly how: string;
  /** The asset that is used, where the usages of a whole folder are listed. */
  readonly assetId?: string;
}
