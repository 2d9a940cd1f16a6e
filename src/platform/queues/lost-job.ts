import { ErrorCode } from 'bullmq';

const CODES: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/**
 * True when the queue says that a job in hand is not there any more (Redis lost it) or not ours any more (this
 * process was stopped for longer than the lock). No fault: its record says what is still to be done.
 */
export const isLostJob = (error: unknown): boolean =>
  error instanceof Error &&
  (CODES.has((error as { code?: unknown }).code) || error.message.startsWith('could not renew lock for job'));
