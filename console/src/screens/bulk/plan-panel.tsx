import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { sentenceOf } from '../../api/api-problem';
import { DataTable, type Column } from '../../parts/data-table';
import { Notice, Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { counted, formatCount } from '../../words/format';
import { shortId, stateWords } from '../../words/lead-words';
import type { Plan, useBulk } from './use-bulk';

type Row = Plan['rows'][number];

const OUTCOMES = { done: 'good', already: 'plain', not: 'bad' } as const;

const COLUMNS: readonly Column<Row>[] = [
  { id: 'line', head: 'Line', number: true, cell: ({ line }) => line ?? '–' },
  {
    id: 'lead',
    head: 'Lead',
    cell: ({ lead_id: id }) => (
      <Link href={`/leads/${id}`} className="link tabular">
        {shortId(id)}
      </Link>
    ),
  },
  {
    id: 'reference',
    head: "Buyer's reference",
    cell: ({ reference }) => <span className="foreign">{reference ?? '–'}</span>,
  },
  { id: 'was', head: 'Is now', cell: ({ was }) => (was === null ? '–' : stateWords(was).words) },
  { id: 'asked', head: 'Becomes', cell: ({ asked }) => <span className="foreign">{asked}</span> },
  {
    id: 'text',
    head: 'What happens',
    cell: ({ outcome, text }) => <Pill tone={OUTCOMES[outcome]}>{text}</Pill>,
  },
];

interface PlanParts {
  readonly bulk: ReturnType<typeof useBulk>;
  readonly verb: string;
  readonly isReady: boolean;
}

const MOST_ROWS = 300;

/** The plan, and the button that carries it out. */
export function PlanPanel({ bulk: { plan, planning, doing, discard }, verb, isReady }: PlanParts) {
  const error = planning.error ?? doing.error;
  return (
    <Stack gap="md">
      <Group>
        <Button
          variant={plan ? 'default' : 'filled'}
          loading={planning.isPending}
          disabled={!isReady}
          onClick={() => planning.mutate()}
        >
          Show the plan
        </Button>
        {plan?.dry_run && plan.faults.length === 0 && plan.done > 0 && (
          <Button loading={doing.isPending} onClick={() => doing.mutate()}>
            {verb} {counted(plan.done, 'lead')}
          </Button>
        )}
        {plan && !plan.dry_run && (
          <Button variant="default" onClick={discard}>
            Begin again
          </Button>
        )}
      </Group>
      {error && <Notice tone="bad">{sentenceOf(error)}</Notice>}
      {plan && <PlanResult plan={plan} />}
    </Stack>
  );
}

function PlanResult({ plan }: { readonly plan: Plan }) {
  const { dry_run: isPlan, rows, faults, done, already, not_done: not, is_cut: isCut } = plan;
  if (faults.length > 0)
    return (
      <Panel title="The file has faults, so nothing is done">
        {faults.map(({ line, why }) => (
          <Text key={`${line} ${why}`} size="sm" className="foreign">
            {line > 0 ? `Line ${line}: ` : ''}
            {why}
          </Text>
        ))}
      </Panel>
    );
  return (
    <>
      <Notice tone={isPlan ? 'info' : 'good'}>
        {isPlan ? 'The plan: ' : 'Done: '}
        {formatCount(done)} {isPlan ? 'would be changed' : 'changed'}, {formatCount(already)} are so already,{' '}
        {formatCount(not)} {isPlan ? 'would not be changed' : 'not changed'}.
        {isCut && ' There are more than one call changes: do it again for the rest.'}
      </Notice>
      <Panel flush>
        <DataTable
          caption="Leads of the plan"
          columns={COLUMNS}
          rows={rows.slice(0, MOST_ROWS)}
          keyOf={({ lead_id: id }, at) => `${id} ${at}`}
          empty={<PlainState title="No lead fits">Nothing is to be done.</PlainState>}
        />
      </Panel>
      {rows.length > MOST_ROWS && (
        <Text size="xs" c="dimmed">
          The first {MOST_ROWS} of {counted(rows.length, 'lead')} are shown.
        </Text>
      )}
    </>
  );
}
