/** How failed sign-ins slow down the next ones. Waits double: `firstMs`, twice that, …, at most `mostMs`. */
export interface WaitRule {
  /** So many failures cost nothing. */
  readonly free: number;
  readonly firstMs: number;
  readonly mostMs: number;
  /** Failures are forgotten after this time without another one. */
  readonly keptMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * What is counted. `pair`: an account from one address. `device`: an account from a browser that has signed in to it
 * before; such a sign-in is counted here alone, so nobody else's failures slow it down. `address`: all accounts from an
 * address. `account`: an account from all unknown browsers, against guesses from very many addresses.
 */
export const SIGN_IN_WAITS = {
  pair: { free: 5, firstMs: 5_000, mostMs: 15 * MINUTE_MS, keptMs: 24 * HOUR_MS },
  device: { free: 5, firstMs: 5_000, mostMs: 5 * MINUTE_MS, keptMs: 24 * HOUR_MS },
  address: { free: 30, firstMs: 1_000, mostMs: MINUTE_MS, keptMs: HOUR_MS },
  account: { free: 100, firstMs: 1_000, mostMs: 30_000, keptMs: 24 * HOUR_MS },
} as const satisfies Readonly<Record<string, WaitRule>>;
export type WaitKind = keyof typeof SIGN_IN_WAITS;
