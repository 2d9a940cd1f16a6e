import type { Command } from 'commander';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliExit } from '../cli-exit.js';
import { renderTable } from '../render/table.js';
import { withIdentitySecrets, type IdentitySecretTools } from '../wiring/with-identity-secrets.js';

const LACKING = 1;
const SAY_EVERY = 20_000;

/** `leadkeep identity-secret status|rotate`: which secrets key persons, and replacing the newest one. */
export function addIdentitySecret(identitySecret: Command, cli: Cli): void {
  identitySecret
    .command('status')
    .description(
      'list the secrets by their check values, and the state of a rotation (exit code 1 if one is missing)',
    )
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withIdentitySecrets(cli, (tools) => {
        show(cli, tools, json === true);
        return Promise.resolve();
      }),
    );
  identitySecret
    .command('rotate')
    .description(
      'replace the secret with the new one in IDENTITY_SECRETS, during traffic; if interrupted, run it again',
    )
    .action(async () => {
      await withIdentitySecrets(cli, async (tools) => {
        const facts = { to: tools.next().slice(0, 8) };
        await auditAct(cli, tools, { action: 'identity_secret.rotate', facts }, () => rotate(cli, tools));
      });
      cli.print(
        'Every keyed hash is one of the new secret. Keep the former secrets: the new one builds on them.',
      );
    });
}

async function rotate(cli: Cli, tools: IdentitySecretTools): Promise<void> {
  let said = { step: '', seen: 0 };
  for await (const { phase, step, seen } of tools.rotate()) {
    if (step === said.step && seen - said.seen < SAY_EVERY) continue;
    said = { step, seen };
    cli.note(
      step === 'wait'
        ? `${phase}: waiting until every process knows`
        : `${phase}: ${step}, ${seen} looked at`,
    );
  }
}

function show(cli: Cli, { phase, step, rows }: IdentitySecretTools, json: boolean): void {
  if (json) cli.print(JSON.stringify({ phase, ...(step !== undefined && { step }), secrets: rows }, null, 2));
  else {
    const cells = rows.map(({ check, state, since }) => [check, state, since?.toISOString() ?? '–']);
    cli.print(renderTable(['check', 'state', 'replaced'], cells));
    if (phase !== 'settled')
      cli.note(
        `A rotation is at: ${phase}${step === undefined ? '' : `, ${step}`}. Run leadkeep identity-secret rotate`,
      );
  }
  const missing = rows.filter(({ state }) => state === 'missing').map(({ check }) => check);
  if (missing.length > 0)
    throw new CliExit(
      LACKING,
      `IDENTITY_SECRETS lacks ${missing.join(', ')}: no duplicate can be looked for without it`,
    );
}
