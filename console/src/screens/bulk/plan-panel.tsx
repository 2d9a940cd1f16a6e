import { useMemo, useState } from 'react';
import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { sentenceOf } from '../../api/api-problem';
import { DataTable, type Column } from '../../parts/data-table';
import { Notice, Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { csvOf, saveFile } from '../../words/csv';
import { counted, formatCents, formatCount } from '../../words/format';
import { nameOf, shortId, stateWords } from '../../words/lead-words';
import { csvOfPlan, saidOf } from './csv-of-plan';
import type { Bulk, Plan } from './use-bulk';

type Row = Plan['rows'][number];

/** Of a buyer's file. */
export const MAX_CHARACTERS = 4_000_000;

const OUTCOMES = { done: 'good', already: 'plain', not: 'bad' } as const;
/** What is left out comes first: its rows say why. */
const PLACES = { not: 0, already: 1, done: 2 } as const;

/** The columns that say something of this plan. */
function columnsOf({ rows, dry_run: isPlan, currency }: Plan): readonly Column<Row>[] {
  const money = (head: string, of: (row: Row) => number | null): Column<Row> => ({
    ...{ id: head, head, number: true, sortBy: of, cell: (row) => formatCents(of(row), currency) },
  });
  const has = (of: (row: Row) => unknown): boolean => rows.some((row) => of(row) !== null);
  return [
    has(({ line }) => line) && {
      id: 'line',
      head: 'Line',
      number: true,
      cell: ({ line }: Row) => line ?? '–',
    },
    {
      id: 'lead',
      head: 'Lead',
      cell: ({ lead_id: id }: Row) => (
        <Link href={`/leads/${id}`} className="link tabular">
          {shortId(id)}
        </Link>
      ),
    },
    has(({ received_at: at }) => at) && {
      id: 'received',
      head: 'Received',
      sortBy: ({ received_at: at }: Row) => at,
      cell: ({ received_at: at }: Row) => at !== null && <Time at={at} />,
    },
    has(({ offer }) => offer) && { id: 'offer', head: 'Offer', cell: ({ offer }: Row) => nameOf(offer) },
    has(({ affiliate }) => affiliate) && {
      id: 'affiliate',
      head: 'Affiliate',
      cell: ({ affiliate }: Row) => nameOf(affiliate),
    },
    has(({ reference }) => reference) && {
      id: 'reference',
      head: "Buyer's reference",
      cell: ({ reference }: Row) => <span className="foreign">{reference ?? '–'}</span>,
    },
    has(({ price_cents: price }) => price) && money('Price', ({ price_cents: price }) => price),
    has(({ payout_cents: payout }) => payout) && money('Payout', ({ payout_cents: payout }) => payout),
    has(({ was }) => was) && {
      id: 'was',
      head: isPlan ? 'Is now' : 'Was',
      cell: ({ was }: Row) => (was === null ? '–' : stateWords(was).words),
    },
    {
      id: 'text',
      head: isPlan ? 'What happens' : 'What happened',
      sortBy: (row: Row) => `${PLACES[row.outcome]} ${saidOf(row)}`,
      cell: (row: Row) => <Pill tone={OUTCOMES[row.outcome]}>{saidOf(row)}</Pill>,
    },
  ].filter((column) => column !== false);
}

/** `, $196.00 revenue, $66.00 margin`, or what returns take back; empty without money. An amount that is not configured counts as none, as in the books. */
function sumOf({ rows, currency }: Plan): string {
  const booked = rows.filter(
    ({ outcome, price_cents: price, payout_cents: cents }) =>
      outcome === 'done' && (price !== null || cents !== null),
  );
  if (booked.length === 0) return '';
  const revenue = booked.reduce((sum, { price_cents: price }) => sum + (price ?? 0), 0);
  const payout = booked.reduce((sum, { payout_cents: cents }) => sum + (cents ?? 0), 0);
  if (revenue < 0 || payout < 0)
    return `: ${formatCents(0 - revenue, currency)} off the buyer’s bill, ${formatCents(0 - payout, currency)} back from affiliates`;
  return `, ${formatCents(revenue, currency)} revenue, ${formatCents(revenue - payout, currency)} margin`;
}

/** What the plan does, or did, in a sentence. */
function summaryOf(plan: Plan, after: string): string {
  const { dry_run: isPlan, done, already, not_done: not, repeats, is_cut: isCut } = plan;
  const change = isPlan ? `${counted(done, 'lead')} will change` : `${counted(done, 'lead')} changed`;
  return [
    `${isPlan ? 'The plan' : 'Done'}: ${change}${sumOf(plan)}.`,
    already > 0 && `${counted(already, 'lead')} already ${already === 1 ? 'has' : 'have'} this outcome.`,
    not > 0 && `${formatCount(not)} skipped. ${not === 1 ? 'Its row says' : 'Their rows say'} why.`,
    repeats.length > 0 &&
      `${counted(repeats.length, 'row')} ${repeats.length === 1 ? 'repeats' : 'repeat'} a lead and count${repeats.length === 1 ? 's' : ''} once.`,
    isPlan && done > 0 && after,
    isCut && 'This is the most that one run can change. Run it again for the rest.',
  ]
    .filter((part) => part !== false)
    .join(' ');
}

interface PlanParts {
  readonly bulk: Bulk;
  readonly verb: string;
  /** Whether the act can be taken back, in a sentence. */
  readonly after: string;
  readonly isReady: boolean;
}

const PAGE_SIZE = 300;

/** The plan, and the button that carries it out. */
export function PlanPanel({ bulk, verb, after, isReady }: PlanParts) {
  const { plan, isPlanning, isDoing, error, showPlan, carryOut, discard } = bulk;
  // What nobody has mapped yet would be left out.
  const hasUnknown = (plan?.file?.unknown_texts.length ?? 0) > 0;
  return (
    <Stack gap="md">
      <Group>
        <Button
          variant={plan ? 'default' : 'filled'}
          loading={isPlanning}
          disabled={!isReady || isDoing}
          onClick={showPlan}
        >
          Show the plan
        </Button>
        {plan?.dry_run && plan.done > 0 && (
          <Button variant={hasUnknown ? 'default' : 'filled'} loading={isDoing} onClick={carryOut}>
            {verb} {hasUnknown && 'only '}
            {counted(plan.done, 'lead')}
          </Button>
        )}
        {plan && !plan.dry_run && (
          <Button variant="default" onClick={discard}>
            Start over
          </Button>
        )}
      </Group>
      {error && <Notice tone="bad">{sentenceOf(error)}</Notice>}
      {plan && <PlanResult plan={plan} after={after} />}
    </Stack>
  );
}

const NAME_A_LEAD: readonly string[] = ['id', 'reference', 'email', 'phone'];

/** Nobody has said yet which columns hold what is needed. */
function lacksColumns({ file }: Plan): boolean {
  if (!file || file.columns.length === 0) return false;
  const { fields } = file;
  return (
    fields.some(({ needed, column }) => needed && column === null) ||
    fields.every(({ field, column }) => column === null || !NAME_A_LEAD.includes(field))
  );
}

function PlanResult({ plan, after }: Pick<PlanParts, 'after'> & { readonly plan: Plan }) {
  const { dry_run: isPlan, faults, rows } = plan;
  if (lacksColumns(plan))
    return <Notice tone="info">Choose the columns of the file above, then show the plan again.</Notice>;
  return (
    <>
      {rows.length > 0 || faults.length === 0 ? (
        <Notice tone={isPlan ? 'info' : 'good'}>{summaryOf(plan, after)}</Notice>
      ) : (
        <Notice tone="bad">Nothing in the file can be used, so nothing was changed.</Notice>
      )}
      {faults.length > 0 && <Faults faults={faults} />}
      {(rows.length > 0 || faults.length === 0) && <PlanRows plan={plan} />}
    </>
  );
}

const FAULTS_SHOWN = 20;

/** The rows that are left out, and why. The CSV has all of them. */
function Faults({ faults }: Pick<Plan, 'faults'>) {
  const rows = new Set(faults.map(({ line }) => line)).size;
  return (
    <Panel
      title={`${counted(rows, 'row')} with errors ${rows === 1 ? 'is' : 'are'} left out`}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() =>
            saveFile(
              'errors.csv',
              csvOf(
                ['line', 'error'],
                faults.map(({ line, why }) => [line, why]),
              ),
            )
          }
        >
          Errors as CSV
        </Button>
      }
    >
      {faults.slice(0, FAULTS_SHOWN).map(({ line, why }) => (
        <Text key={`${line} ${why}`} size="sm" className="foreign">
          {line > 0 ? `Line ${line}: ` : ''}
          {why}
        </Text>
      ))}
      {faults.length > FAULTS_SHOWN && (
        <Text size="sm" c="dimmed">
          and {formatCount(faults.length - FAULTS_SHOWN)} more
        </Text>
      )}
    </Panel>
  );
}

/** The rows, some at a time, those that are left out first. The CSV has all of them. */
function PlanRows({ plan }: { readonly plan: Plan }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const columns = useMemo(() => columnsOf(plan), [plan]);
  const rows = useMemo(() => [...plan.rows].sort((a, b) => PLACES[a.outcome] - PLACES[b.outcome]), [plan]);
  return (
    <>
      <Panel flush>
        <DataTable
          caption="Leads of the plan"
          columns={columns}
          rows={rows}
          most={shown}
          keyOf={({ lead_id: id }, at) => `${id} ${at}`}
          empty={
            <PlainState title="No leads match">
              No lead there has an unknown outcome, or the file doesn’t name any leads.
            </PlainState>
          }
        />
        {rows.length > shown && (
          <Center p="sm">
            <Button variant="default" onClick={() => setShown(shown + 5 * PAGE_SIZE)}>
              Show more of {counted(rows.length, 'lead')}
            </Button>
          </Center>
        )}
      </Panel>
      {rows.length > 0 && (
        <Button
          w="fit-content"
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveFile(plan.dry_run ? 'plan.csv' : 'done.csv', csvOfPlan(plan))}
        >
          CSV
        </Button>
      )}
    </>
  );
}
