import { Option, type Command } from 'commander';
import { onceEach } from '../../app/suppression/once-each.js';
import { readScope, type NamedValue } from '../../app/suppression/read-values.js';
import { findSuppressed, suppress, unsuppress } from '../../app/suppression/suppress.js';
import { SUPPRESSED_BY } from '../../core/suppression/forms.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { countArgument } from '../parse-time.js';
import { renderSuppressions } from '../render/suppressions.js';
import { whyArgument } from '../who-and-why.js';
import { withSuppressions } from '../wiring/with-suppressions.js';
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

const VALUES =
  '\nEach value may be given as it is, or as its SHA-256; an e-mail address also as MD5 (docs/suppression.md).';

/** `leadkeep suppress add|remove|list|import`: who is not sold. */
export function addSuppress(group: Command, cli: Cli): void {
  withTerms(withValues(group.command('add').description('put persons or domains on the suppression list')))
    .addHelpText('after', VALUES)
    .action((options: Options & TermOptions) =>
      withSuppressions(cli.env, async (tools) => {
        const values = valuesIn(options);
        const terms = termsOf(cli, tools, options);
        const entries = await suppress(tools, auditPorts(cli, tools.auditLog), values, terms);
        cli.print(`${entries.length} on the list. In force everywhere within 5 seconds.`);
      }),
    );
  withScope(withValues(group.command('remove').description('take persons or domains off the list')))
    .requiredOption('--reason <text>', 'why', whyArgument)
    .addHelpText('after', VALUES)
    .action((options: Options & { readonly reason: string }) =>
      withSuppressions(cli.env, async (tools) => {
        const about = { scope: readScope(tools.catalogue, options), why: options.reason };
        const audit = auditPorts(cli, tools.auditLog);
        const removed = await unsuppress(tools, audit, valuesIn(options), about);
        if (removed === 0)
          throw new CliError('There is no such entry; `leadkeep suppress list` shows for whom each holds');
        cli.print(`${removed} removed.`);
      }),
    );
  withValues(group.command('list').description('list the newest entries, or those of a person or domain'))
    .option('--limit <count>', 'how many', countArgument, 50)
    .option('--json', 'print JSON')
    .action((options: Options & { readonly limit: number }) => list(cli, options));
  addSuppressImport(group, cli);
}

async function list(cli: Cli, options: Options & { readonly limit: number }): Promise<void> {
  const named = namedIn(options);
  const { found, count, names } = await withSuppressions(cli.env, async (tools) => ({
    found:
      named.length > 0
        ? await findSuppressed(tools, auditPorts(cli, tools.auditLog), named)
        : await onceEach(tools, await tools.suppressionStore.list(options.limit, cli.clock())),
    count: await tools.suppressionStore.count(),
    names: tools.names,
  }));
  if (options.json === true) cli.print(JSON.stringify(found, null, 2));
  else if (found.length === 0) cli.print(named.length > 0 ? 'Not on the list.' : 'The list is empty.');
  else cli.print(renderSuppressions(found, names));
  if (named.length === 0 && count > found.length) cli.note(`These are the newest of ${count}.`);
}

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
