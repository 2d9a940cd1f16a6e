/** One field that a call was refused for. */
export interface FieldError {
  readonly field?: string;
  readonly code: string;
  readonly message: string;
}

/** An answer that is not of the kind that was asked for: a refused call, or a service that is away. */
export interface ErrorAnswer {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly request_id: string;
  readonly field?: string;
  readonly errors?: readonly FieldError[];
  /** Of a 429: when the next call can pass. */
  readonly retry_after_seconds?: number;
}

/** Thrown for every answer but a result or a decision. A refused lead is a decision, no error. */
export class LeadkeepError extends Error {
  override readonly name = 'LeadkeepError';

  constructor(
    readonly http: number,
    readonly answer: ErrorAnswer,
  ) {
    super(`${answer.code}: ${answer.reason}. ${answer.message}`);
  }

  /** All fields at fault. */
  get errors(): readonly FieldError[] {
    return this.answer.errors ?? [];
  }
}
