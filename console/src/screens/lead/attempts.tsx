import { Text } from '@mantine/core';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill, type Tone } from '../../parts/notice';
import { Time } from '../../parts/time';
import { formatCents, formatLength } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { ByChanges } from '../traffic/timed-changes';
import type { Lead } from './lead-screen';

type Attempt = Lead['attempts'][number];

const OUTCOMES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  accepted: ['Accepted', 'good'],
  rejected: ['Rejected', 'plain'],
  duplicate: ['Already had this person', 'plain'],
  later: ['Decides later', 'info'],
  retry: ['Asked to try again', 'wait'],
  never_sent: ['Never sent', 'plain'],
  unknown: ['Outcome unknown', 'bad'],
  open: ['On its way', 'wait'],
};

/** What it is booked with, and by which timed changes. */
const Price = ({ money }: { readonly money: NonNullable<Attempt['money']> }) => (
  <>
    {formatCents(money.price_cents, money.currency)}
    <ByChanges changes={money.timed_changes} />
  </>
);

const COLUMNS: readonly Column<Attempt>[] = [
  { id: 'number', head: '#', cell: ({ number }) => number },
  { id: 'at', head: 'At', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'to',
    head: 'To',
    cell: ({ buyer, address, via }) => (
      <>
        {nameOf(buyer)}
        <Text size="xs" c="dimmed" className="foreign">
          {address}
          {via !== null && ` via ${via}`}
        </Text>
      </>
    ),
  },
  {
    id: 'outcome',
    head: 'Outcome',
    cell: ({ outcome, detail }) => {
      const [words, tone] = OUTCOMES[outcome] ?? [outcome, 'plain'];
      return (
        <>
          <Pill tone={tone}>{words}</Pill>
          <Text size="xs" c="dimmed" className="foreign">
            {detail}
          </Text>
        </>
      );
    },
  },
  { id: 'http', head: 'HTTP', number: true, cell: ({ http }) => http ?? '–' },
  {
    id: 'took',
    head: (
      <span title="From when Leadkeep began the attempt until it had read the answer: it includes building and queuing the request">
        Total time
      </span>
    ),
    number: true,
    cell: ({ duration_ms }) => (duration_ms === null ? '–' : formatLength(duration_ms)),
  },
  {
    id: 'price',
    head: 'Price',
    number: true,
    cell: ({ money }) => (money ? <Price money={money} /> : '–'),
  },
];

/** Of a lead that was posted again, attempts of earlier submissions are listed too. */
const OF_SUBMISSIONS: readonly Column<Attempt>[] = [
  { id: 'submission', head: 'Submission', cell: ({ submission }) => submission },
  ...COLUMNS,
];

/** Each request to a buyer, with what is stored of it. */
export const AttemptsTable = ({ lead }: { readonly lead: Lead }) => (
  <DataTable
    caption="Attempts"
    columns={lead.submission > 1 ? OF_SUBMISSIONS : COLUMNS}
    rows={lead.attempts}
    keyOf={({ number, submission }) => `${submission} ${number}`}
  />
);
