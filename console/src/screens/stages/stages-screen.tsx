import { Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components, operations } from '../../api/schema';
import { useZone } from '../../app/zone';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { addDays, monthEnd, monthStart } from '../../words/days';
import { dayOf, formatCents, formatCount } from '../../words/format';

type StageReport = components['schemas']['StageReport'];
type Row = StageReport['rows'][number];
type Query = operations['stage_report']['parameters']['query'];

const RANGES = [
  { value: '90d', label: 'Last 90 days' },
  { value: '365d', label: 'Last 365 days' },
  { value: 'last-month', label: 'Last month' },
] as const;
const GROUPS = [
  { value: 'month', label: 'Month of the sale' },
  { value: 'affiliate', label: 'Affiliate' },
  { value: 'campaign', label: 'Campaign' },
  { value: 'buyer', label: 'Buyer' },
  { value: 'offer', label: 'Offer' },
  { value: 'program', label: 'Program' },
  { value: 'subid', label: 'Subid' },
] as const;
type StageGroup = (typeof GROUPS)[number]['value'];

function daysOf(range: string, today: string): Pick<Query, 'from' | 'to'> {
  if (range === 'last-month') return { from: monthStart(today, -1), to: monthEnd(today, -1) };
  return { from: addDays(today, range === '365d' ? -364 : -89), to: today };
}

/** How many of the leads that were sold reached each stage. The address is the report. */
export default function StagesScreen() {
  const [search, setSearch] = useSearchParams();
  const { zone } = useZone();
  const range = search.get('range') ?? '90d';
  const by = (search.get('by') ?? 'month').split(',').filter((group) => group !== '') as StageGroup[];
  const days = daysOf(range, dayOf(new Date(), zone));
  const asked: Query = { ...days, ...(by.length > 0 && { by: by.join() }) };
  const query = useQuery({
    queryKey: ['stages', asked],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/stage-report', { params: { query: asked }, signal })),
    staleTime: 30_000,
  });
  const set = (name: string, value: string): void => {
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.set(name, value);
      return after;
    });
  };
  return (
    <Page title="After the sale" about="How many of the sold leads reached each stage, as buyers report them">
      <Group gap="xs" align="flex-end" role="group" aria-label="What the report covers">
        <Select
          label="Sold in"
          size="xs"
          w={150}
          allowDeselect={false}
          data={RANGES}
          value={range}
          onChange={(value) => set('range', value ?? '90d')}
        />
        <MultiSelect
          label="Group by"
          size="xs"
          miw={190}
          maxValues={2}
          data={GROUPS}
          value={by}
          onChange={(value) => set('by', value.join())}
        />
      </Group>
      <Answered query={query}>{(report) => <OneReport report={report} by={by} />}</Answered>
    </Page>
  );
}

function OneReport({ report, by }: { readonly report: StageReport; readonly by: readonly StageGroup[] }) {
  const { stages } = report.total;
  if (stages.length === 0)
    return (
      <PlainState title="No stages yet">
        Name the stages that buyers report in the catalogue, under <code>stages</code>.
      </PlainState>
    );
  const columns: readonly Column<Row>[] = [
    ...by.map((group): Column<Row> => ({
      ...{ id: group, head: GROUPS.find(({ value }) => value === group)?.label ?? group },
      cell: (row) => row[group] ?? '–',
      sortBy: (row) => row[group],
      total: 'Total',
    })),
    {
      ...{ id: 'sold', head: 'Sold', number: true },
      cell: ({ sold }) => formatCount(sold),
      sortBy: ({ sold }) => sold,
      total: formatCount(report.total.sold),
    },
    {
      ...{ id: 'age', head: 'Average age', number: true },
      cell: ({ average_age_days: age }) => (age === null ? '–' : `${age} d`),
      sortBy: ({ average_age_days: age }) => age,
    },
    ...stages.map(({ stage: code, label }): Column<Row> => ({
      ...{ id: code, head: label, number: true },
      cell: (row) => <Rate row={row} code={code} currency={report.currency} />,
      sortBy: (row) => stageIn(row, code)?.rate,
      total: <Rate row={report.total} code={code} currency={report.currency} />,
    })),
  ];
  return (
    <Stack gap="md">
      <Panel flush>
        <DataTable
          key={by.join()}
          caption="Stages after the sale"
          columns={columns}
          rows={by.length === 0 ? [report.total] : report.rows}
          keyOf={(row) => by.map((group) => row[group]).join(' ')}
          empty={<PlainState title="Nothing was sold in this period">Choose a longer period.</PlainState>}
        />
      </Panel>
      <Text size="xs" c="dimmed">
        Days of sale in {report.zone}. In parentheses: the 95% confidence interval. Below: the revenue for
        each lead that reached the stage. <Pill tone="plain">early</Pill> Some sales are younger than most
        leads need to reach the stage. Stages never change prices, payouts, ranking or caps.{' '}
        <Link href="/bulk?do=stages" className="link">
          Record a buyer’s file
        </Link>
      </Text>
    </Stack>
  );
}

const stageIn = (row: Row, code: string) => row.stages.find(({ stage }) => stage === code);
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

interface RateParts {
  readonly row: Row;
  readonly code: string;
  readonly currency: string;
}

function Rate({ row, code, currency }: RateParts) {
  const stage = stageIn(row, code);
  if (stage?.rate === undefined || stage.low === undefined || stage.high === undefined) return <>–</>;
  return (
    <>
      {formatCount(stage.leads)} · {percent(stage.rate)}{' '}
      <Text span size="xs" c="dimmed">
        ({percent(stage.low)}–{percent(stage.high)})
      </Text>{' '}
      {stage.is_young && <Pill tone="plain">early</Pill>}
      {stage.cost_cents !== null && (
        <Text size="xs" c="dimmed">
          {formatCents(stage.cost_cents, currency)} each
        </Text>
      )}
    </>
  );
}
