import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import { referencePage } from './reference-page.js';

const ignore = (): void => undefined;
const PROGRAM = createProgram({ env: {}, clock: () => new Date(0), print: ignore, note: ignore });

/** docs/reference/commands.md: what `--help` says of each command. */
export const commandsPage = (): string =>
  referencePage(`# Commands

What \`leadkeep COMMAND --help\` prints, for all commands.

${commandsIn(PROGRAM, 'leadkeep').join('\n\n')}
`);

const commandsIn = (command: Command, name: string): string[] =>
  command.commands.flatMap((one) => {
    const whole = `${name} ${one.name()}`;
    return one.commands.length > 0 ? commandsIn(one, whole) : [section(one, whole)];
  });

function section(command: Command, name: string): string {
  const help = command.createHelp();
  const values = command.registeredArguments.map((one) => ` ${help.argumentTerm(one)}`);
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const rows = [
    ...help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
    ...options.map((one) => [help.optionTerm(one), help.optionDescription(one)]),
  ].map(([term = '', text = '']) => `- \`${term}\`: ${text}`);
  return [`## ${name}`, `\`${name}${values.join('')}\`: ${command.description()}`, rows.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}
