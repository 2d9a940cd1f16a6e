import { expect } from 'chai';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { createProgram } from '../../src/cli/program.js';
import { filesUnder } from './files-under.js';

const program = createProgram({
  env: {},
  clock: () => new Date(),
  print: () => undefined,
  note: () => undefined,
});

const COMMAND = /(?:^|`)(?:\$ )?(?:npm run -s leadkeep -- |(?:[A-Z_]+=\S+ )*leadkeep )([^`\n]+)/gm;

/** What is wrong with a command as a page writes it. */
function faultOf(text: string): string | undefined {
  const words =
    text
      .split('#')[0]!
      .split(/\s(?:>|\|)\s/)[0]!
      .match(/"[^"]*"|\S+/g) ?? [];
  let command: Command = program;
  let at = 0;
  for (; command.commands.length > 0 && at < words.length; at += 1) {
    const word = words[at]!.replace(/:$/, '');
    const names = word.split('|');
    const found = names.map((name) => command.commands.find((one) => one.name() === name));
    if (!found[0] || found.includes(undefined)) return /^[a-z]/.test(word) ? `no command ${word}` : undefined;
    command = found[0];
  }
  const options = [...command.options, ...program.options].flatMap(({ long, short }) => [long, short]);
  const unknown = words
    .slice(at)
    .flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? [])
    .filter((name) => !options.includes(name) && name !== '--help');
  return unknown.length === 0 ? undefined : `no option ${unknown.join(', ')}`;
}

describe('commands that pages name', () => {
  for (const file of ['README.md', 'SECURITY.md', ...filesUnder(['docs'], ['.md'])])
    it(`${file}: exist, with their options`, () => {
      const text = readFileSync(file, 'utf8');
      const faults = [...text.matchAll(COMMAND)].flatMap(([, command = '']) => {
        const fault = faultOf(command);
        return fault === undefined ? [] : `${command}: ${fault}`;
      });
      expect(faults).to.deep.equal([]);
    });
});
