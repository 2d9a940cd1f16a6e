/** Why a request has to wait: the breaker is open, too many are under way, or it is not its turn. */
export type WaitReason = 'destination_down' | 'no_room' | 'throttled';

export type Admission =
  | { readonly outcome: 'go' }
  /** Ask again after so long. It is an estimate for those behind others, and kept short for the first ones. */
  | { readonly outcome: 'wait'; readonly why: WaitReason; readonly for_ms: number };
