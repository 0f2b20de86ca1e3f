/** What a remote is like, found out once and remembered: which export shows where things stand, and how files go up (G1). */
export interface RemoteCapabilities {
  /** `lists`: none does; the lists of the boards have the positions. */
  readonly positions?: 'json' | 'unreal' | 'lists';
  readonly upload?: 'two-step' | 'single';
}

/** Where it is remembered. */
export interface CapabilityStore {
  readonly capabilities: RemoteCapabilities;
  update(more: RemoteCapabilities): void;
}
