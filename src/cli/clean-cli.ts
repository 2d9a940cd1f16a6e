import type { Cli } from './cli.js';
import { visible, visibleLine } from './render/visible.js';

/**
 * The one way of words to the terminal. Whatever a command prints may repeat what callers, buyers and files sent; it is
 * made visible here, for people and for `--json` alike, so that no command can forget it.
 */
export function cleanCli(cli: Cli): Cli {
  return {
    ...cli,
    print: (text) => {
      cli.print(visible(text));
    },
    note: (text) => {
      cli.note(visible(text));
    },
    ...(cli.confirm && {
      confirm: async (question) => (await cli.confirm?.(visibleLine(question))) ?? false,
    }),
  };
}
