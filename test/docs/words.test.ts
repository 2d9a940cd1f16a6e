import { expect } from 'chai';
import { Linter, type ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { loadScript } from '../scripts/load-script.js';

interface Found {
  readonly old: string;
  readonly use: string;
  readonly index: number;
}

const { wordsIn, oldName } = await loadScript<{
  wordsIn: (text: string) => Found[];
  oldName: (name: string) => Found | undefined;
}>('lint/words.mjs');
const { default: leadkeep } = await loadScript<{ default: ESLint.Plugin }>('lint/eslint-words.mjs');

/** What the ESLint rule says of a file of the command line. */
function lint(code: string): string[] {
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { leadkeep },
    rules: { 'leadkeep/words': ['error', { texts: true }] },
  } as Linter.Config;
  return new Linter().verify(code, config, 'planted.ts').map(({ line, message }) => `${line}: ${message}`);
}

describe('the lint rule for old words', () => {
  for (const [text, old] of [
    ['Pays the Debts of a lead', 'Debts'],
    ['a gate before each buyer', 'gate'],
    ["Your API key would be in everybody's hands.", "in everybody's hands"],
    ['It is yours\n * to stop.', 'It is yours\n   to'],
    ['processes, and its word\nstands', 'word\nstands'],
    ['nobody heard the end', 'nobody heard'],
    ['It was taken up 1 times', 'taken up'],
    ['the normalised form', 'normalised'],
  ] as const)
    it(`finds "${old.replace(/\s+/g, ' ')}" in prose`, () => {
      expect(wordsIn(text).map((found) => found.old)).to.deep.equal([old]);
    });

  for (const text of [
    'a destination gate',
    'stored as `debts` and `holders`',
    '[ADR 14](adr/0014-a-gate-before-every-destination.md)',
    'see docs/adr/0001-debts-of-acceptances-are-cleared-in-bulk.md',
    '`apply --dry-run --replay 100`',
    'investigate, indebtedness, spanning',
  ])
    it(`leaves alone: ${text}`, () => {
      expect(wordsIn(text)).to.deep.equal([]);
    });

  for (const name of [
    'payDebts',
    'judgeLead',
    'asTaken',
    'MOST_RUNS',
    'LONGEST_OPEN_MS',
    'hearCallback',
    'openTallies',
  ])
    it(`finds the name ${name}`, () => {
      expect(oldName(name)?.old).to.equal(name);
    });

  for (const name of ['debts', 'holders', 'round', 'applyEffects', 'READ_AT_MOST', 'destinationGate'])
    it(`leaves the name ${name} alone`, () => {
      expect(oldName(name)).to.equal(undefined);
    });

  it('reports a planted comment, name and text at their lines', () => {
    const code =
      '/** Anything.\n * Whoever comes. */\nconst payDebts = 1;\nconst text = `${payDebts} was taken up`;\n';
    expect(lint(code)).to.deep.equal([
      '2: "Whoever": write "anyone who, the process that".',
      '3: The name payDebts is an old one: use "pendingEffect, applyEffects".',
      '4: "taken up": write "process".',
    ]);
  });

  it('says nothing about a file without old words', () => {
    expect(
      lint('/** Applies pending effects. */\nexport const applyEffects = "text of the command line";\n'),
    ).to.deep.equal([]);
  });
});
