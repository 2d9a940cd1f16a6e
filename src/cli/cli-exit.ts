/** Ends the command with the given exit code, and prints the message if there is one. */
export class CliExit extends Error {
  override readonly name = 'CliExit';
  constructor(
    readonly exitCode: number,
    message = '',
  ) {
    super(message);
  }
}
