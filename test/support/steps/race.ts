/** Resolves when it is this call's turn. */
export type Turn = (what: string) => Promise<unknown>;

export interface Race {
  readonly take: Turn;
  readonly copies: number;
  readonly times: readonly number[];
  readonly beside?: readonly (() => Promise<unknown>)[];
}
