/** The capabilities of a remote, which are detected once and stored: which export contains positions, and how files are uploaded (G1). */
export interface RemoteCapabilities {
  /** `lists`: no export contains positions, but the lists of the boards do. */
  readonly positions?: 'json' | 'unreal' | 'lists';
  readonly upload?: 'two-step' | 'single';
}

/** Stores the capabilities. */
export interface CapabilityStore {
  readonly capabilities: RemoteCapabilities;
  update(more: RemoteCapabilities): void;
}
