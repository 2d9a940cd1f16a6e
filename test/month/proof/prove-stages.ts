import type { Connection } from 'mongoose';
import { dayWithId, stagesId } from '../../../src/core/reports/rollup-ids.js';
import { STAGE_CUBES, unpackStages } from '../../../src/core/stages/stage-counts.js';
import type { LeadStage } from '../../../src/core/stages/lead-stage.js';
import { createRollupStore } from '../../../src/platform/mongo/reports/rollup-store.js';
import type { Storyteller } from '../storyteller.js';
import { affiliateId, buyerId, ZONE } from '../story/parties.js';
import { acceptedAt, bargainOf } from '../story/planned-lead.js';
import { dayIn } from '../tally.js';

type Row = LeadStage & { readonly uncounted?: string };

/** Compares the stages that the story told with what is stored, and the counts of each day with both. */
export async function proveStages(
  connection: Connection,
  { stages }: Pick<Storyteller, 'stages'>,
): Promise<{ readonly stored: string[]; readonly counted: string[] }> {
  const told: string[] = [];
  const due = new Map<string, number>();
  for (const { lead, stage, on, value_cents, revision } of stages.values()) {
    const { buyer, affiliate } = bargainOf(lead);
    const day = dayIn(ZONE, acceptedAt(lead) ?? lead.at);
    const of = { sold_on: day, affiliate_id: affiliateId(affiliate), buyer_id: buyerId(buyer) };
    told.push(lineOf({ ...of, lead_id: lead.id, stage, on, value_cents, revision }));
    if (on === null) continue;
    for (const group of ['', ` of ${of.affiliate_id} and ${of.buyer_id}`]) {
      add(due, `${day} ${stage}${group}, leads`, 1);
      add(due, `${day} ${stage}${group}, cents`, value_cents ?? 0);
    }
  }
  const rows = await connection.collection<Row>('lead_stages').find().toArray();
  const uncounted = rows.filter((row) => row.uncounted !== undefined).map((row) => `${lineOf(row)} waits`);
  return {
    stored: unequal(told, rows.map(lineOf)),
    counted: [...uncounted, ...(await countFaults(connection, due))],
  };
}

const lineOf = (
  one: Pick<LeadStage, 'lead_id' | 'stage' | 'on' | 'revision' | 'sold_on' | 'affiliate_id' | 'buyer_id'> & {
    readonly value_cents?: number | undefined;
  },
): string =>
  [
    ...[
      `${one.lead_id} ${one.stage} on ${one.on}`,
      `${one.value_cents} cents`,
      `${one.revision} corrections`,
    ],
    ...[`sold on ${one.sold_on}`, `by ${one.affiliate_id}`, `to ${one.buyer_id}`],
  ].join(', ');

/** What only one of two lists has. */
function unequal(told: readonly string[], stored: readonly string[]): string[] {
  const [ones, others] = [new Set(told), new Set(stored)];
  return [
    ...told.filter((line) => !others.has(line)).map((line) => `told: ${line}`),
    ...stored.filter((line) => !ones.has(line)).map((line) => `stored: ${line}`),
    ...(stored.length === others.size ? [] : ['a stage is stored twice']),
  ];
}

/** Every cube of a day has the same sums, and those by affiliate and buyer are what was told. */
async function countFaults(connection: Connection, due: ReadonlyMap<string, number>): Promise<string[]> {
  const names = Object.keys(STAGE_CUBES);
  const counted = await createRollupStore(connection).between(stagesId(''), stagesId('~'), names);
  const lines = (of: ReadonlyMap<string, number>): string[] =>
    [...of].flatMap(([name, n]) => (n === 0 ? [] : [`${name}: ${n}`]));
  return Object.entries(STAGE_CUBES).flatMap(([name, cube]) => {
    const at = (dimension: string): number => cube.findIndex((one) => one === dimension);
    const found = new Map<string, number>();
    for (const { id, cubes } of counted)
      for (const { of, stages } of unpackStages(cubes[name] ?? '[]'))
        for (const [stage, { leads, value_cents }] of stages) {
          const groups = name === 'facts' ? ['', ` of ${of[at('affiliate')]} and ${of[at('buyer')]}`] : [''];
          for (const group of groups) {
            add(found, `${dayWithId(id)} ${stage}${group}, leads`, leads);
            add(found, `${dayWithId(id)} ${stage}${group}, cents`, value_cents);
          }
        }
    const wanted = lines(due).filter((line) => name === 'facts' || !line.includes(' of '));
    return unequal(wanted, lines(found)).map((fault) => `${name}: ${fault}`);
  });
}

const add = (sums: Map<string, number>, name: string, n: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + n);
