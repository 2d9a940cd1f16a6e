/** An error that you can fix yourself. Its message is one sentence and is printed as it is; the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
