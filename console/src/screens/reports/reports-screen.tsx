import { Button, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { isZone } from '../../app/zone';
import { Answered } from '../../parts/answered';
import { CopyLink } from '../../parts/copy-link';
import { DataTable } from '../../parts/data-table';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { csvOf, saveFile } from '../../words/csv';
import { dayOf } from '../../words/format';
import { columnsOf, groupLabel, groupValue, measureBy, shownMeasures, type Report } from './columns';
import { ReportBar } from './report-bar';
import { ReportChart } from './report-chart';
import { OFTEN, reportQuery } from './report-query';

/** Any grouping of what was searched, sold, returned and earned. The address is the report. */
export default function ReportsScreen() {
  // The days of a report are those of the accounting zone, where "today" may be another day than here. The books fix it.
  const board = useQuery({
    queryKey: ['now'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/now', { signal })),
    staleTime: Infinity,
  });
  if (board.data) return <ReportOf booksZone={board.data.zone} />;
  return <Answered query={board}>{() => null}</Answered>;
}

function ReportOf({ booksZone }: { readonly booksZone: string }) {
  const [search] = useSearchParams();
  const chosen = search.get('zone');
  const zone = chosen !== null && isZone(chosen) ? chosen : booksZone;
  const asked = reportQuery(search, dayOf(new Date(), zone));
  const by = (asked.by ?? '').split(',').filter((group) => group !== '');
  const query = useQuery({
    queryKey: ['report', asked],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/reports', { params: { query: asked }, signal })),
    staleTime: 30_000,
  });
  return (
    <Page
      title="Reports"
      about={`${asked.from === asked.to ? asked.from : `${asked.from} to ${asked.to}`}${by.length > 0 ? `, by ${by.map(groupLabel).join(' and ').toLowerCase()}` : ''}`}
      actions={
        <>
          <Often />
          <CopyLink words="Copy the link" />
          <Button
            variant="default"
            leftSection={<Download size={15} aria-hidden />}
            disabled={!query.data}
            onClick={() => query.data && saveReport(query.data, by)}
          >
            CSV
          </Button>
        </>
      }
    >
      <ReportBar by={by} days={{ from: asked.from, to: asked.to }} />
      <Answered query={query}>
        {(report) => <OneReport report={report} by={by} measure={search.get('measure')} />}
      </Answered>
    </Page>
  );
}

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
  readonly measure: string | null;
}

function OneReport({ report, by, measure: wanted }: OneParts) {
  const may = useMay();
  const shown = shownMeasures(report);
  const measure =
    measureBy(wanted) ??
    shown.find(({ id }) => id === 'margin_cents') ??
    shown.find(({ id }) => id === 'submits');
  const rows = report.rows.length === 0 && by.length === 0 ? [] : report.rows;
  return (
    <Stack gap="md">
      {measure && by.length > 0 && rows.length > 1 && (
        <Panel title={measure.label}>
          <ReportChart report={report} by={by} measure={measure} />
        </Panel>
      )}
      <Panel flush>
        <DataTable
          // Another report is another table: its order is its own.
          key={`${by.join()} ${measure?.id}`}
          caption="Report"
          columns={columnsOf(report, by, measure?.id)}
          rows={rows}
          keyOf={(row, at) => `${by.map((group) => groupValue(row, group)).join(' ')} ${at}`}
          {...(measure &&
            !by.includes('day') &&
            !by.includes('hour') && { sorted: { id: measure.id, desc: true } })}
          empty={
            <PlainState title="Nothing in this period">
              No searches or leads match. Test leads aren’t counted.
            </PlainState>
          }
        />
      </Panel>
      <Text size="xs" c="dimmed">
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

function saveReport(report: Report, by: readonly string[]): void {
  const measures = shownMeasures(report);
  const hasMoney = measures.some(({ id }) => id.endsWith('_cents'));
  // Amounts are decimal, as in the CSV of `leadkeep report`.
  const head = [
    ...by,
    ...measures.map(({ id }) => id.replace(/_cents$/, '')),
    ...(hasMoney ? ['currency'] : []),
  ];
  const rows = report.rows.map((row) => [
    ...by.map((group) => groupValue(row, group)),
    ...measures.map(({ id, of }) => {
      const value = of(row);
      return id.endsWith('_cents') && value !== null ? (value / 100).toFixed(2) : value;
    }),
    ...(hasMoney ? [report.currency] : []),
  ]);
  saveFile(`report-${report.from}-${report.to}.csv`, csvOf(head, rows));
}
