/** Something a person can put right: its message is one sentence, printed as it is, and the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
