/** The state of one synced project, and the only object that changes it. */
import type { RefusedRequests, SyncEffect, SyncEvent, SyncState } from './sync-state.ts';
import { initialState, noRefusedRequests, refusedRequestsAfter, transition } from './transition.ts';

export class SyncStateMachine {
  readonly #onChange: (() => void) | undefined;
  #state: SyncState = initialState;
  #refusedRequests: RefusedRequests = noRefusedRequests;

  /** `onChange` is called after each change of the state. */
  constructor(onChange?: () => void) {
    this.#onChange = onChange;
  }

  get state(): SyncState {
    return this.#state;
  }

  /** Changes the state, and returns the effects of the event. */
  dispatch(event: SyncEvent): readonly SyncEffect[] {
    const before = this.#state;
    const [state, effects] = transition(before, event, this.#refusedRequests);
    this.#state = state;
    this.#refusedRequests = refusedRequestsAfter(this.#refusedRequests, event);
    if (state !== before) this.#onChange?.();
    return effects;
  }
}
