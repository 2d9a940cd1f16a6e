import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill, type Tone } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { monthWords } from '../../words/days';
import { AdjustDialog } from './adjust';
import { EntriesExport } from './entries';

type Period = components['schemas']['Period'];

const STATES: Readonly<Record<Period['state'], readonly [words: string, tone: Tone]>> = {
  open: ['Open', 'info'],
  closing: ['Closing: some entries are still being booked', 'wait'],
  closed: ['Closed', 'good'],
};

const columnsFor = (mayClose: boolean): readonly Column<Period>[] => [
  {
    id: 'month',
    head: 'Month',
    cell: ({ month }) => <b>{monthWords(month)}</b>,
    sortBy: ({ month }) => month,
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, at, by }) => (
      <>
        <Pill tone={STATES[state][1]}>{STATES[state][0]}</Pill>{' '}
        {at !== null && (
          <Text size="xs" c="dimmed" span className="foreign">
            <Time at={at} />
            {by !== null && <> by {by}</>}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'statements',
    head: 'Statements',
    cell: ({ month }) => (
      <Link href={`/statements?month=${month}`} className="link">
        All statements
      </Link>
    ),
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: ({ month, state }) =>
      mayClose &&
      state !== 'closed' && (
        <ActDialog
          name={state === 'closing' ? 'Try to close again' : 'Close'}
          button={{ size: 'compact-xs' }}
          why="none"
          confirm={`Close ${monthWords(month)}`}
          act={async () => {
            const { sentence } = await answerOf(
              api.POST('/api/v1/operator/periods/{month}/close', { params: { path: { month } } }),
            );
            return sentence;
          }}
        >
          <Text size="sm">
            Its statements get numbers and never change again. Later returns and adjustments go on the
            statement of an open month. You can’t undo this.
          </Text>
        </ActDialog>
      ),
  },
];

/** Months of the books: which are open, and which never change again. */
export default function PeriodsScreen() {
  const may = useMay();
  const query = useQuery({
    queryKey: ['periods'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/periods', { signal })),
  });
  return (
    <Page
      title="Months"
      about="Which months are open, and which are closed for good."
      actions={
        <>
          <EntriesExport />
          {may('books:adjust') && <AdjustDialog />}
        </>
      }
    >
      <Answered query={query}>
        {({ periods }) => (
          <Stack>
            <Panel flush>
              <DataTable
                caption="Months"
                columns={columnsFor(may('books:close'))}
                rows={periods.toReversed()}
                keyOf={({ month }) => month}
                empty={<PlainState title="Nothing in the books yet">Nothing has been sold.</PlainState>}
              />
            </Panel>
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
