import { readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { verifyChain } from '../../app/consent/verify-consent-chain.js';
import { parseHead, type PublishedHead } from '../../core/consent/consent-chain.js';
import { proveLead } from '../../operator-api/handlers/evidence.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { CliExit } from '../cli-exit.js';
import { consentProofHtml } from '../render/consent-proof-html.js';
import { printJson, renderPairs } from '../render/table.js';
import { WHY_UNREADABLE } from '../read-sources.js';
import { needId, whyArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

const BROKEN = 1;

interface ProveOptions {
  readonly reason: string;
  readonly json?: boolean;
  readonly html?: boolean;
}

/** `leadkeep consent prove|verify`: what a person agreed to, and that it is unchanged. */
export function addConsent(consent: Command, cli: Cli): void {
  consent
    .command('prove')
    .description(
      'print what a person agreed to, when and from where, who received it, and whether it is unchanged',
    )
    .argument('<id>', 'the svc_lead_id of the lead')
    .requiredOption('--reason <text>', 'the reason, for the audit log; no personal data', whyArgument)
    .option('--json', 'print JSON, with all that a stranger needs to verify it')
    .option('--html', 'print an HTML page, for paper')
    .action(async (sent: string, { reason, json, html }: ProveOptions) => {
      if (json === true && html === true) throw new CliError('Give --json or --html, not both');
      const id = needId(sent);
      const answer = await withOperator(cli, ({ call }) =>
        call(proveLead, { values: { id }, body: { why: reason } }),
      );
      const { proofs } = answer;
      if (proofs.length === 0)
        throw new CliError(
          `No evidence is kept of the lead ${id}: it never left, or is not decided yet (\`leadkeep lead show\`), or its term is over`,
        );
      if (json === true) printJson(cli, answer);
      else if (html === true) cli.print(consentProofHtml(proofs, cli.clock()));
      else cli.print(proofs.map(textOf).join('\n\n'));
      if (proofs.some(({ standing }) => standing === 'broken' || standing === 'late'))
        throw new CliExit(BROKEN);
    });
  consent
    .command('verify')
    .description(
      'find removed, changed or moved heads and evidence in the chain of consents (exit code 1: some)',
    )
    .option(
      '--heads <file>',
      'heads from outside the database: a file of them, or lines of a log',
      headsArgument,
      [],
    )
    .action(async ({ heads }: { readonly heads: readonly PublishedHead[] }) => {
      let faults = 0;
      const days = await withOperator(cli, ({ ports: { consents } }) =>
        verifyChain({
          consents,
          heads,
          now: cli.clock(),
          onFault: ({ id, detail }) => {
            faults += 1;
            cli.print(`${id}: ${detail}`);
          },
        }),
      );
      cli.note(
        `${faults === 0 ? 'nothing' : faults} wrong in ${days} days, with ${heads.length} heads from outside`,
      );
      if (faults > 0) throw new CliExit(BROKEN);
    });
}

type Proof = Awaited<ReturnType<typeof proveLead>>['proofs'][number];

const textOf = ({ facts, digest, sentence }: Proof): string =>
  [
    'Proof of consent',
    renderPairs([...facts.map(({ name, value }) => [name, value] as const), ['Digest', digest]]),
    sentence,
  ].join('\n');

function headsArgument(path: string, before: readonly PublishedHead[]): PublishedHead[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const why = WHY_UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error);
    throw new CliError(`${path} can't be read: ${why}`);
  }
  const found = text.split('\n').flatMap((line) => parseHead(line) ?? []);
  if (found.length === 0) throw new InvalidArgumentError(`${path} holds no head (DAY HASH).`);
  return [...before, ...found];
}
