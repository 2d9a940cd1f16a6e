import { Option, type Command } from 'commander';
import { readScope } from '../app/suppression/read-values.js';
import { BY_HAND, type SuppressTerms } from '../app/suppression/suppress.js';
import { whoAmI, type Cli } from './cli.js';
import { lifetimeArgument } from './parse-time.js';
import { whyArgument } from './who-and-why.js';
import type { OperatorPorts } from '../operator-api/open-ports.js';

export interface TermOptions {
  readonly reason: string;
  readonly source: string;
  readonly expires?: number;
  readonly buyer?: string;
  readonly affiliate?: string;
}

/** The options that say for whom entries hold. */
export const withScope = (command: Command): Command =>
  command
    .addOption(new Option('--buyer <handle>', 'only for sales to this buyer').conflicts('affiliate'))
    .option('--affiliate <handle>', 'only for leads of this affiliate');

/** The options that say what entries have in common. */
export const withTerms = (command: Command): Command =>
  withScope(command)
    .requiredOption('--reason <text>', 'why; shown to operators with each refusal', whyArgument)
    .option('--source <name>', 'where it comes from, for example the name of a list', BY_HAND)
    .option('--expires <duration>', 'when it expires, like 365d (default: never)', lifetimeArgument());

export function termsOf(
  cli: Cli,
  { catalogue }: Pick<OperatorPorts, 'catalogue'>,
  { reason, source, expires, buyer, affiliate }: TermOptions,
): SuppressTerms {
  const at = cli.clock();
  return {
    ...{ scope: readScope(catalogue.current(), { buyer, affiliate }), reason, source, by: whoAmI(), at },
    ...(expires === undefined ? {} : { expires_at: new Date(at.getTime() + expires) }),
  };
}
