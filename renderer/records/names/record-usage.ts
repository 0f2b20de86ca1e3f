/** One usage of an asset, a component or a variable, as listed. */
export interface RecordUsage {
  /** The record that uses it. */
  readonly id: string;
  /** `Element “The door”`. */
  readonly who: string;
  /** `its cover`. */
  readonly how: string;
  /** The used asset, in the list of usages of a whole folder. */
  readonly assetId?: string;
}
