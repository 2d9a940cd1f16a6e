import { Button, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { useColumns } from '../../parts/column-menu';
import { CopyLink } from '../../parts/copy-link';
import { DataTable, sortOf, sortText, type Column } from '../../parts/data-table';
import { Page, Panel } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views';
import { PlainState } from '../../parts/states';
import { RANGES } from '../../words/days';
import {
  columnsOf,
  FIRST_COLUMNS,
  groupLabel,
  groupValue,
  MEASURES,
  measuresBy,
  REASONS,
  shownMeasures,
  type Report,
  type Row,
} from './columns';
import { leadsLink } from './leads-link';
import { ReportBar } from './report-bar';
import { canChart, daysWords, ReportChart } from './report-chart';
import { saveReport } from './report-csv';
import { OFTEN, reportQuery } from './report-query';
import { ViewMail } from './view-mail';

/** Any grouping of what was searched, sold, returned and earned. The address is the report. */
export default function ReportsScreen() {
  const [search] = useSearchParams();
  const asked = reportQuery(search);
  const by = (asked.by ?? '').split(',').filter((group) => group !== '');
  const query = useQuery({
    queryKey: ['report', asked],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/reports', { params: { query: asked }, signal })),
    staleTime: 30_000,
  });
  const report = query.data;
  const days = report ?? (asked.from === undefined ? undefined : { from: asked.from, to: asked.to ?? '' });
  const groups = by.length > 0 ? `, by ${by.map(groupLabel).join(' and ').toLowerCase()}` : '';
  const columns = useColumns('reports', CHOICES, FIRST_COLUMNS);
  return (
    <Page
      title="Reports"
      about={`${days ? daysWords(days) : RANGES.find(({ value }) => value === asked.range)?.label}${groups}`}
      actions={
        <>
          <Often />
          <SavedViews screen="reports" more={(view, canMail) => <ViewMail view={view} canMail={canMail} />} />
          <CopyLink words="Copy the link" />
          <Button
            variant="default"
            leftSection={<Download size={15} aria-hidden />}
            disabled={!report}
            onClick={() => report && saveReport(report, by)}
          >
            CSV
          </Button>
        </>
      }
    >
      <ReportBar by={by} days={days} names={report?.names ?? []} columns={columns.menu} />
      <Answered query={query}>
        {(made) => (
          <OneReport
            report={made}
            {...{ by, only: asked.only ?? [] }}
            measures={search.get('measure')}
            shown={columns.shown.map(({ id }) => id)}
          />
        )}
      </Answered>
    </Page>
  );
}

/** What the menu of columns offers. The groups are always shown, for which the first one stands. */
const CHOICES: readonly Column<Row>[] = [
  { id: 'groups', head: 'Groups', cell: () => null },
  ...MEASURES.map(({ id, label: head }): Column<Row> => ({ id, head, cell: () => null })),
  REASONS,
];

const Often = () => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
        Common reports
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {OFTEN.map(({ label, to }) => (
        <Menu.Item key={to} component={Link} href={to}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

interface OneParts {
  readonly report: Report;
  readonly by: readonly string[];
  readonly only: readonly string[];
  readonly measures: string | null;
  /** The ids of the columns that are chosen. */
  readonly shown: readonly string[];
}

function OneReport({ report, by, only, measures: wanted, shown }: OneParts) {
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const known = shownMeasures(report);
  const chosen = measuresBy(wanted);
  const [first = known.find(({ id }) => id === 'margin_cents') ?? known.find(({ id }) => id === 'submits')] =
    chosen;
  const second = chosen[1];
  const rows = report.rows.length === 0 && by.length === 0 ? [] : report.rows;
  const inChart = [first, second].filter((measure) => measure !== undefined);
  // What the chart shows comes first, also if nobody chose it as a column.
  const measures = [...inChart, ...known.filter((one) => shown.includes(one.id) && !inChart.includes(one))];
  const numbers = columnsOf({
    ...{ report, by, measures },
    linkOf: (measure, row) => (may('leads:read') ? leadsLink(report, only, measure, row, by) : undefined),
  });
  const hasReasons =
    shown.includes(REASONS.id) &&
    rows.some(({ top_reasons: reasons }) => reasons !== null && reasons.length > 0);
  const isByTime = by.includes('day') || by.includes('hour');
  const sorted =
    sortOf(search.get('sort')) ?? (first && !isByTime ? { id: first.id, desc: true } : undefined);
  const columns = hasReasons ? [...numbers, REASONS] : numbers;
  return (
    <Stack gap="md">
      {first && canChart(report, by) && (
        <Panel title={inChart.map(({ label }) => label).join(' and ')}>
          <ReportChart report={report} by={by} measures={second ? [first, second] : [first]} />
        </Panel>
      )}
      <Panel flush="held">
        <DataTable
          // Another report is another table: its order is its own.
          key={`${by.join()} ${first?.id}`}
          caption="Report"
          columns={columns}
          rows={rows}
          keyOf={(row, at) => `${by.map((group) => groupValue(row, group)).join(' ')} ${at}`}
          {...(sorted && columns.some(({ id }) => id === sorted.id) && { sorted })}
          onSorted={(order) => {
            setSearch(
              (before) => {
                const after = new URLSearchParams(before);
                if (order) after.set('sort', sortText(order));
                else after.delete('sort');
                return after;
              },
              { replace: true },
            );
          }}
          empty={
            <PlainState title="Nothing in this period">
              No searches or leads match. Test leads aren’t counted.
            </PlainState>
          }
        />
      </Panel>
      <Text size="xs" c="dimmed">
        {report.previous && `Below each number is that of ${daysWords(report.previous)}. `}
        {may('leads:read') &&
          'Click a number to see its leads, by the time they were received. Amounts open the leads that were accepted, including those returned since. '}
        {report.notes.join(' ')}
      </Text>
      {by.some((group) => group === 'affiliate' || group === 'buyer') &&
        rows.some(({ margin_cents: margin }) => margin !== null) && (
          <Text size="xs" c="dimmed">
            Adjustments count toward the party they’re for. An affiliate’s bonus lowers its margin. A buyer’s
            adjustment is in the row without an affiliate.{' '}
            {may('statements:read') && (
              <Link href="/statements" className="link">
                The statements name each of them.
              </Link>
            )}
          </Text>
        )}
    </Stack>
  );
}
