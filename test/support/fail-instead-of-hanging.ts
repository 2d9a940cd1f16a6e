import { createContext, runInContext } from 'node:vm';

/** It only bounds a hang. */
const LIMIT_MS = 120_000;

/** Runs what takes for ever when it is broken, and this thread with it: then it throws. */
export const failInsteadOfHanging = <T>(work: () => T): T =>
  runInContext('work()', createContext({ work }), { timeout: LIMIT_MS }) as T;
