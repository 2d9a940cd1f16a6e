import { type Command, Option } from 'commander';
import type { LedgerState } from '../../app/ports/ledger-view.js';
import { caps } from '../../operator-api/handlers/traffic.js';
import type { Cli } from '../cli.js';
import { printAnswer } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';

interface Options {
  readonly offer?: string;
  readonly buyer?: string;
  readonly campaign?: string;
  readonly json?: boolean;
}

const NOTES: Readonly<Record<Exclude<LedgerState, 'sound'>, string>> = {
  rebuilding: 'A rebuild of the ledger is running; what is used is known after it.',
  stale:
    'The ledger is stale (Redis was replaced, or a cap is new). The next lead or a sweeper has it counted.',
  none: 'There is no ledger yet. The next lead or a sweeper creates it.',
  unsuitable: 'Leadkeep cannot sell with this Redis; leadkeep ledger check shows why.',
};

/** `leadkeep caps`: how much of each cap is used, and when it resets. */
export function addCaps(program: Command, cli: Cli): void {
  program
    .command('caps')
    .description('show reserved, confirmed, limit and reset time of each cap and open window')
    .addOption(new Option('--offer <handle>', 'only caps of this offer').conflicts(['buyer', 'campaign']))
    .addOption(new Option('--buyer <handle>', 'only caps of this buyer').conflicts(['offer', 'campaign']))
    .addOption(
      new Option('--campaign <handle>', 'only caps of this campaign and its offers').conflicts([
        'offer',
        'buyer',
      ]),
    )
    .option('--json', 'print JSON')
    .action(async ({ json, ...values }: Options) => {
      const answer = await withOperator(cli, ({ call }) => call(caps, { values }), 'redis');
      printAnswer(cli, answer, json, {
        lists: { caps: 'of=owner cap=name window reserved confirmed limit left resets=resets_at' },
        none: 'There are no caps.',
      });
      if (answer.ledger !== 'sound') cli.note(NOTES[answer.ledger]);
    });
}
