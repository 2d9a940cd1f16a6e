/** A refusal of the operator API, or a call that never arrived (`status` 0). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    readonly code: string,
    /** What to do, in one sentence. */
    message: string,
    readonly field?: string,
    readonly requestId?: string,
  ) {
    super(message);
  }
}

/** The sentence about any error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.message : 'Something went wrong on this page. Reload it.';
