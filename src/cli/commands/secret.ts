import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { setSecretBody } from '../../operator-api/bodies/secrets.js';
import { listAllSecrets, removeStoredSecret, setStoredSecret } from '../../operator-api/handlers/secrets.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { countArgument } from '../parse-time.js';
import { readSources } from '../read-sources.js';
import { printAnswer } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';

interface Why {
  readonly comment?: string;
}

/** `leadkeep secret list|set|remove`: the secrets that Leadkeep stores. */
export function addSecret(secret: Command, cli: Cli): void {
  secret
    .command('list')
    .description('list the secrets, without their values')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { is_known, secrets } = await withOperator(cli, ({ call }) => call(listAllSecrets), 'redis');
      const rows = secrets.map(({ own, ...secret }) => ({
        ...secret,
        own: own.map(({ process, from }) => `${from} (${process})`),
      }));
      printAnswer(cli, json === true ? { is_known, secrets } : { secrets: rows }, json, {
        lists: {
          secrets:
            'secret=name set=set_at by=set_by overlap=previous_until used=used_at own lacked_by named_by',
        },
        none: 'There is no secret.',
      });
    });
  secret
    .command('set')
    .description('store a secret, or replace it; the value comes from a file, or from standard input')
    .argument('<name>', 'as the catalogue names it')
    .argument('[file]', 'a file with the value alone', '-')
    .option(
      '--overlap-hours <number>',
      'how long callbacks signed with the previous value are still accepted',
      countArgument,
    )
    .option('--comment <text>', 'the reason, for the audit log')
    .action(
      async (
        name: string,
        file: string,
        { comment, overlapHours }: Why & { readonly overlapHours?: number },
      ) => {
        const [source] = readSources([file]);
        const body = compact({ value: source?.text.trim() ?? '', overlap_hours: overlapHours, why: comment });
        // Never what joi says: it may repeat the value.
        if (setSecretBody.validate({ why: 'none', ...body }).error)
          throw new CliError(
            'A secret has 1 to 4096 printable ASCII characters, and an overlap 0 to 720 hours',
          );
        const { sentence } = await withOperator(cli, ({ call }) =>
          call(setStoredSecret, { values: { name }, body }),
        );
        cli.print(sentence);
      },
    );
  secret
    .command('remove')
    .description('remove a stored secret')
    .argument('<name>', 'as the list shows it')
    .option('--force', 'also if entries of the catalogue name it')
    .option('--comment <text>', 'the reason, for the audit log')
    .action(async (name: string, { comment, force }: Why & { readonly force?: boolean }) => {
      const body = compact({ why: comment, force });
      const { sentence } = await withOperator(cli, ({ call }) =>
        call(removeStoredSecret, { values: { name }, body }),
      );
      cli.print(sentence);
    });
}
