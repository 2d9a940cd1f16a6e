import { useMemo, useState } from 'react';
import { Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { useMay } from '../../app/me';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { counted, formatCents, formatCount } from '../../words/format';

type Listed = components['schemas']['ListedStatement'];
type MarkName = 'sent' | 'paid';

const MARKS = [
  { value: 'sent', label: 'Sent' },
  { value: 'paid', label: 'Paid' },
] as const satisfies readonly { readonly value: MarkName; readonly label: string }[];

const KINDS = [
  ['buyer', 'Buyers owe us'],
  ['affiliate', 'We owe affiliates'],
] as const;

/** All statements of a month: what is owed, when it is due, and what was sent and paid. */
export function MonthStatements({ month }: { readonly month: string }) {
  const may = useMay();
  const query = useQuery({
    queryKey: ['month-statements', month],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/periods/{month}/statements', { params: { path: { month } }, signal }),
      ),
  });
  return (
    <Answered query={query}>
      {(listed) => (
        <Lists key={listed.month} listed={listed} mayMark={may('statements:mark') && listed.is_closed} />
      )}
    </Answered>
  );
}

interface ListsParts {
  readonly listed: components['schemas']['StatementList'];
  readonly mayMark: boolean;
}

function Lists({ listed, mayMark }: ListsParts) {
  const { month, statements, currency, is_closed: isClosed } = listed;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (numbers: readonly string[], isOn: boolean): void =>
    setChosen((before) => {
      const left = [...before].filter((number) => !numbers.includes(number));
      return new Set(isOn ? [...left, ...numbers] : left);
    });
  if (statements.length === 0)
    return (
      <PlainState title="No statement has lines">
        Nothing was sold, returned or adjusted in this month.
      </PlainState>
    );
  return (
    <Stack gap="md">
      {!isClosed && (
        <Text size="sm" c="dimmed">
          The month is open, so these are drafts. Once it is closed, you can mark statements as sent or paid.
        </Text>
      )}
      {mayMark && <MarkDialogs numbers={[...chosen]} onDone={() => setChosen(new Set())} />}
      {KINDS.map(([kind, title]) => (
        <OneKind
          key={kind}
          {...{ kind, title, month, currency, mayMark, chosen, toggle }}
          rows={statements.filter((one) => one.kind === kind)}
        />
      ))}
    </Stack>
  );
}

interface KindParts {
  readonly kind: 'buyer' | 'affiliate';
  readonly title: string;
  readonly month: string;
  readonly currency: string;
  readonly mayMark: boolean;
  readonly rows: readonly Listed[];
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (numbers: readonly string[], isOn: boolean) => void;
}

function OneKind({ title, month, currency, mayMark, rows, chosen, toggle }: KindParts) {
  const columns = useMemo(
    () => [...(mayMark ? [choiceColumn(rows, chosen, toggle)] : []), ...columnsFor(month, currency, rows)],
    [mayMark, rows, chosen, toggle, month, currency],
  );
  if (rows.length === 0) return null;
  return (
    <Panel flush title={title}>
      <DataTable caption={title} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </Panel>
  );
}

function choiceColumn(
  rows: readonly Listed[],
  chosen: ReadonlySet<string>,
  toggle: KindParts['toggle'],
): Column<Listed> {
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const isAll = numbers.every((number) => chosen.has(number));
  return {
    id: 'choice',
    head: (
      <Checkbox
        size="xs"
        aria-label="Choose all"
        checked={isAll}
        onChange={(event) => toggle(numbers, event.currentTarget.checked)}
      />
    ),
    cell: ({ number, name }) =>
      number !== null && (
        <Checkbox
          size="xs"
          aria-label={`Choose ${name}`}
          checked={chosen.has(number)}
          onChange={(event) => toggle([number], event.currentTarget.checked)}
        />
      ),
  };
}

const columnsFor = (month: string, currency: string, rows: readonly Listed[]): readonly Column<Listed>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ kind, id, name }) => (
      <Link href={`/statements?kind=${kind}&of=${id}&month=${month}`} className="link">
        {name}
      </Link>
    ),
    sortBy: ({ name }) => name,
    total: 'Total',
  },
  {
    id: 'number',
    head: 'Statement',
    cell: ({ number }) => number ?? <Pill tone="wait">Draft</Pill>,
    sortBy: ({ number }) => number,
  },
  {
    id: 'lines',
    head: 'Lines',
    number: true,
    cell: ({ lines }) => formatCount(lines),
    sortBy: ({ lines }) => lines,
    total: formatCount(rows.reduce((sum, { lines }) => sum + lines, 0)),
  },
  {
    id: 'net',
    head: 'Net',
    number: true,
    cell: ({ net_cents: net, null_amounts: nulls }) => (
      <>
        {formatCents(net, currency)}
        {nulls > 0 && (
          <Text size="xs" c="dimmed">
            {counted(nulls, 'line')} without an amount
          </Text>
        )}
      </>
    ),
    sortBy: ({ net_cents: net }) => net,
    total: formatCents(
      rows.reduce((sum, { net_cents: net }) => sum + net, 0),
      currency,
    ),
  },
  {
    id: 'due',
    head: 'Due',
    cell: ({ due_on: due, is_overdue: isOverdue }) => (
      <>
        <span className="tabular">{due ?? '–'}</span> {isOverdue && <Pill tone="bad">Overdue</Pill>}
      </>
    ),
    sortBy: ({ due_on: due }) => due,
  },
  ...MARKS.map(({ value, label }): Column<Listed> => ({
    id: value,
    head: label,
    cell: ({ [value]: mark }) =>
      mark === null ? (
        '–'
      ) : (
        <>
          <Pill tone="good">{mark.on}</Pill>
          <Text size="xs" c="dimmed" className="foreign">
            {[mark.by, mark.reference].filter((part) => part !== undefined).join(' · ')}
          </Text>
        </>
      ),
    sortBy: ({ [value]: mark }) => mark?.on,
  })),
];

interface DialogParts {
  readonly numbers: readonly string[];
  readonly onDone: () => void;
}

function MarkDialogs({ numbers, onDone }: DialogParts) {
  const [mark, setMark] = useState<MarkName>('sent');
  const [on, setOn] = useState('');
  const [reference, setReference] = useState('');
  const which = (
    <SegmentedControl aria-label="Which mark" value={mark} data={[...MARKS]} onChange={setMark} />
  );
  const chosen =
    numbers.length === 0
      ? 'Choose statements to mark them.'
      : `${counted(numbers.length, 'statement')} chosen.`;
  const button = { size: 'xs', disabled: numbers.length === 0 } as const;
  return (
    <Group gap="xs">
      <ActDialog
        name="Mark"
        button={button}
        why="none"
        confirm={`Mark as ${mark}`}
        onOpen={() => {
          setOn('');
          setReference('');
        }}
        act={async () => {
          const more = {
            ...(on !== '' && { on }),
            ...(reference.trim() !== '' && { reference: reference.trim() }),
          };
          const body = { mark, numbers: [...numbers], ...more };
          const { sentence } = await answerOf(api.POST('/api/v1/operator/statements/mark', { body }));
          onDone();
          return sentence;
        }}
      >
        {which}
        <TextInput
          type="date"
          label="Day"
          description="Without one, today"
          value={on}
          onChange={(event) => setOn(event.currentTarget.value)}
        />
        <TextInput
          label="Reference"
          description="Such as that of the payment"
          maxLength={100}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </ActDialog>
      <ActDialog
        name="Take a mark back"
        button={button}
        act={async (why) => {
          const body = { mark, numbers: [...numbers], why };
          const { sentence } = await answerOf(api.POST('/api/v1/operator/statements/unmark', { body }));
          onDone();
          return sentence;
        }}
      >
        {which}
      </ActDialog>
      <Text size="sm" c="dimmed">
        {chosen}
      </Text>
    </Group>
  );
}
