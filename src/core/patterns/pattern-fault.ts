/** A regular expression that is none, or that the linear engine cannot run. The message completes "the pattern …". */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}
