/** Why a request has to wait: the breaker is open, too many requests are in flight, or the throttle delays it. */
export type WaitReason = 'destination_down' | 'no_room' | 'throttled';

export type Admission =
  | { readonly outcome: 'go' }
  /** Ask again after this delay. It is an estimate for requests far back in line, and short for the first ones. */
  | { readonly outcome: 'wait'; readonly why: WaitReason; readonly for_ms: number };
