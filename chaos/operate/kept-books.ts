import type { Environment } from '../environment/environment.js';

/** An adjustment that an operator entered. */
export interface Entered {
  readonly kind: 'buyer' | 'affiliate';
  readonly handle: string;
  readonly cents: number;
  readonly reference: string;
  /** Whether the command said that it is booked or stored. Else it may have been killed, or met an outage. */
  acknowledged: boolean;
}

/** What operators and buyers did to the books, as far as they were told. */
export interface KeptBooks {
  readonly entered: Entered[];
  /** Ids of leads whose return was acknowledged, and by whom. */
  readonly returned: Map<string, 'operator' | 'callback'>;
  readonly undone: Set<string>;
  /** Answers of callbacks and commands that a rule refused. */
  refused: number;
  /** Months whose close was acknowledged. */
  readonly closed: string[];
  /** Statements of closed months as they were first printed, by `month kind handle`. */
  readonly printed: Map<string, string>;
}

export const newKeptBooks = (): KeptBooks => ({
  ...{ entered: [], returned: new Map(), undone: new Set(), refused: 0, closed: [], printed: new Map() },
});

/** What an operator needs to keep the books. */
export interface Keeping {
  readonly environment: Pick<Environment, 'env' | 'db' | 'servers' | 'began'>;
  readonly seed: number;
  /** The months are closed one after the other within this time. */
  readonly forMs: number;
  readonly kept: KeptBooks;
  /** Aborted when everything has come to rest. */
  readonly over: AbortSignal;
  readonly say: (line: string) => void;
}
