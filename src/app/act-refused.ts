/**
 * What somebody asked for is not done, and nothing was changed. The message is one sentence for the person, without a
 * period at its end. `unknown`: there is no such record. `invalid`: it was asked in a wrong way. `conflict`: the record
 * is in another state than the person thinks.
 */
export class ActRefused extends Error {
  override readonly name = 'ActRefused';

  constructor(
    readonly why: 'unknown' | 'invalid' | 'conflict',
    message: string,
    /** The parameter or member at fault. */
    readonly field?: string,
  ) {
    super(message);
  }
}
