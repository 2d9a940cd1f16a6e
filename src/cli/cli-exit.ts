/** Ends the command with an exit code of its own, after a sentence where there is one. */
export class CliExit extends Error {
  override readonly name = 'CliExit';
  constructor(
    readonly exitCode: number,
    sentence = '',
  ) {
    super(sentence);
  }
}
