/** An invalid regular expression, or one that the linear engine cannot run. The message completes "the pattern …". */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}
