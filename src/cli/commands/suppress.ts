import { Option, type Command } from 'commander';
import { readScope, type NamedValue } from '../../app/suppression/read-values.js';
import { findSuppressed, suppress, unsuppress } from '../../app/suppression/suppress.js';
import { SUPPRESSED_BY } from '../../core/suppression/forms.js';
import { answerIn, listSuppressions } from '../../operator-api/handlers/suppressions.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { countArgument } from '../parse-time.js';
import { printAnswer } from '../render/table.js';
import { whyArgument } from '../who-and-why.js';
import { withOperator, type Operator } from '../wiring/with-operator.js';
import { termsOf, withScope, withTerms, type TermOptions } from '../suppression-terms.js';
import { addSuppressImport } from './suppress-import.js';

interface Options {
  readonly email: readonly string[];
  readonly phone: readonly string[];
  readonly domain: readonly string[];
  readonly buyer?: string;
  readonly affiliate?: string;
  readonly json?: boolean;
}

const withList = <T>(cli: Cli, use: (operator: Operator) => Promise<T>): Promise<T> =>
  withOperator(cli, use, 'identities');

const VALUES =
  '\nEach value may be given as it is, or as its SHA-256; an e-mail address also as MD5 (docs/suppression.md).';

/** `leadkeep suppress add|remove|list|import`: who is not sold. */
export function addSuppress(group: Command, cli: Cli): void {
  withTerms(withValues(group.command('add').description('add people or domains to the suppression list')))
    .addHelpText('after', VALUES)
    .action((options: Options & TermOptions) =>
      withList(cli, async ({ ports, audit }) => {
        const values = valuesIn(options);
        const entries = await suppress(ports, audit, values, termsOf(cli, ports, options));
        cli.print(`${entries.length} on the list. Takes effect everywhere within 5 seconds.`);
      }),
    );
  withScope(withValues(group.command('remove').description('remove people or domains from the list')))
    .requiredOption('--reason <text>', 'why', whyArgument)
    .addHelpText('after', VALUES)
    .action((options: Options & { readonly reason: string }) =>
      withList(cli, async ({ ports, audit }) => {
        const about = { scope: readScope(ports.catalogue.current(), options), why: options.reason };
        const removed = await unsuppress(ports, audit, valuesIn(options), about);
        if (removed === 0)
          throw new CliError('There is no such entry; `leadkeep suppress list` shows for whom each holds');
        cli.print(`${removed} removed.`);
      }),
    );
  withValues(group.command('list').description('list the newest entries, or those for a person or domain'))
    .option('--limit <count>', 'how many', countArgument, 50)
    .option('--json', 'print JSON')
    .action((options: Options & { readonly limit: number }) => list(cli, options));
  addSuppressImport(group, cli);
}

async function list(cli: Cli, options: Options & { readonly limit: number }): Promise<void> {
  const named = namedIn(options);
  const answer = await withList(cli, async ({ call, ports, audit }) => {
    if (named.length === 0) return call(listSuppressions, { values: { limit: options.limit } });
    const found = await findSuppressed(ports, audit, named);
    return { count: found.length, entries: found.map(answerIn(ports.catalogue.current())) };
  });
  const entries = answer.entries.map((one) => ({ ...one, id: one.id.slice(0, SHOWN_ID) }));
  printAnswer(cli, options.json ? answer : { entries }, options.json, {
    lists: {
      entries: 'entry=id of=kind for=scope party reason source added=added_at by=added_by until=expires_at',
    },
    none: named.length > 0 ? 'Not on the list.' : 'The list is empty.',
  });
  if (answer.count > entries.length) cli.note(`These are the newest of ${answer.count}.`);
}

/** Enough of an entry's id to tell it from the others. */
const SHOWN_ID = 12;

const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value];

function withValues(command: Command): Command {
  const words = {
    email: 'an e-mail address',
    phone: 'a phone number',
    domain: 'a domain of e-mail addresses',
  };
  for (const by of SUPPRESSED_BY)
    command.addOption(
      new Option(`--${by} <value>`, `${words[by]}, or its hash; repeatable`)
        .argParser(collected)
        .default([], 'none'),
    );
  return command;
}

const namedIn = (options: Options): NamedValue[] =>
  SUPPRESSED_BY.flatMap((by) => options[by].map((value) => ({ by, value })));

function valuesIn(options: Options): NamedValue[] {
  const named = namedIn(options);
  if (named.length === 0) throw new CliError('Give --email, --phone or --domain');
  return named;
}
