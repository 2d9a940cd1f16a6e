import type { Command } from 'commander';
import { resendNotice, markNoticeSent } from '../../app/notices/act-on-notices.js';
import { namesUsed } from '../../core/catalogue/names-used.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { countArgument } from '../parse-time.js';
import { renderNotices } from '../render/notices.js';
import { withNotices } from '../wiring/with-notices.js';

interface ListOptions {
  readonly all?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** `leadkeep person notices|told|tell-again`: the buyers that are told of revocations and erasures. */
export function addPersonNotices(person: Command, cli: Cli): void {
  person
    .command('notices')
    .description('list the buyers that may not know yet of a revocation or an erasure')
    .option('--all', 'also those that know')
    .option('--limit <count>', 'how many', countArgument, 100)
    .option('--json', 'print JSON')
    .action(({ all, limit, json }: ListOptions) =>
      withNotices(cli.env, async ({ notices, names }) => {
        const found = await notices.list({ ...(all === true ? {} : { state: 'open' as const }), limit });
        if (json === true)
          cli.print(
            JSON.stringify(
              found.map((one) => ({ ...withoutHashes(one), names: namesUsed(one.content, names) })),
              null,
              2,
            ),
          );
        else cli.print(found.length === 0 ? 'Every buyer knows.' : renderNotices(found, names));
      }),
    );
  person
    .command('told <notice>')
    .description('say that somebody told the buyer')
    .action((id: string) =>
      withNotices(cli.env, async ({ notices, auditLog }) => {
        const audit = auditPorts(cli, auditLog);
        await markNoticeSent(notices, audit, id, audit.who.id);
        cli.print('Kept: the buyer was told.');
      }),
    );
  person
    .command('tell-again <notice>')
    .description('send a notice again that was given up')
    .action((id: string) =>
      withNotices(cli.env, async ({ notices, auditLog }) => {
        await resendNotice(notices, auditPorts(cli, auditLog), id);
        cli.print('It is sent within seconds.');
      }),
    );
}

/** What is sealed stays so on a terminal. */
const withoutHashes = <Record extends { readonly content: { readonly sealed?: string } }>(notice: Record) => {
  const { sealed: _, ...content } = notice.content;
  return { ...notice, content };
};
