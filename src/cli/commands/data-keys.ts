import type { Command } from 'commander';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliExit } from '../cli-exit.js';
import { renderTable } from '../render/table.js';
import { withDataKeys, type DataKeyTools, type SealedCount } from '../wiring/with-data-keys.js';

const UNREADABLE = 1;
const SAY_EVERY = 20_000;
const COLUMNS: Readonly<Record<SealedCount['collection'], string>> = {
  leads: 'leads',
  searches: 'searches',
  exchanges: 'exchanges',
  consent_evidence: 'consents',
  buyer_notices: 'notices',
  verification_answers: 'verifications',
  lead_news: 'news',
  webhook_messages: 'webhooks',
  secrets: 'secrets',
};

/** `leadkeep data-keys status|rotate`: which keys seal how many records, and sealing all of them under the first key. */
export function addDataKeys(dataKeys: Command, cli: Cli): void {
  dataKeys
    .command('status')
    .description('count the records encrypted with each key of DATA_KEYS (exit code 1 if a key is missing)')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withDataKeys(cli.env, async (tools) => {
        show(cli, tools, await tools.count(), await tools.known(), json === true);
      }),
    );
  dataKeys
    .command('rotate')
    .description(
      're-encrypt all records with the first key of DATA_KEYS, during traffic; if interrupted, run it again',
    )
    .action(() =>
      withDataKeys(cli.env, async (tools) => {
        await auditAct(cli, tools, { action: 'data_keys.rotate', facts: { to: tools.current } }, () =>
          rotate(cli, tools),
        );
        const counts = await tools.count();
        await tools.forget(counts);
        show(cli, tools, counts, await tools.known(), false);
      }),
    );
}

async function rotate(cli: Cli, tools: DataKeyTools): Promise<void> {
  let said = 0;
  for await (const { collection, seen, sealed } of tools.reseal()) {
    if (seen < said) said = 0;
    if (seen - said < SAY_EVERY) continue;
    said = seen;
    cli.note(`${collection}: ${seen} looked at, ${sealed} sealed under ${tools.current}`);
  }
}

function show(
  cli: Cli,
  { current, kids }: DataKeyTools,
  counts: readonly SealedCount[],
  known: readonly string[],
  json: boolean,
): void {
  const names = [...new Set([current, ...kids, ...known, ...counts.map(({ kid }) => kid)])];
  const countOf = (of: string, key: string): number =>
    counts.find(({ collection, kid }) => collection === of && kid === key)?.n ?? 0;
  const rows = names.map((kid) => ({
    key: kid,
    state: kid === current ? 'seals' : kids.has(kid) ? 'opens' : 'missing',
    ...Object.fromEntries(Object.entries(COLUMNS).map(([of, column]) => [column, countOf(of, kid)])),
  }));
  if (json) cli.print(JSON.stringify(rows, null, 2));
  else
    cli.print(
      renderTable(
        ['key', 'state', ...Object.values(COLUMNS)],
        rows.map((row) => Object.values(row).map(String)),
      ),
    );
  const missing = rows.filter(({ state }) => state === 'missing').map(({ key }) => key);
  if (missing.length > 0)
    throw new CliExit(
      UNREADABLE,
      `DATA_KEYS lacks ${missing.join(', ')}: no process is ready without it, and nobody can read the people of records that it seals`,
    );
}
