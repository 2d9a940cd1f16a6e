import { Button, Group, Loader, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api, exactAnswerOf } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { Notice, Pill } from '../../parts/notice';
import { Facts, Page, Panel } from '../../parts/page';
import { allOf, useEntries } from '../../parts/use-entries';
import { useMonths } from '../../parts/use-months';
import { saveFile } from '../../words/csv';
import { monthWords } from '../../words/days';
import { formatCents, formatCount } from '../../words/format';
import { MonthStatements } from './month-statements';
import { OpenRequests, StatementLines, StatementOffers } from './statement-lines';

export type Statement = components['schemas']['Statement'];

/** All statements of a month, or one month's movements of one buyer or affiliate with their net. */
export default function StatementsScreen() {
  const [search, setSearch] = useSearchParams();
  const kind = search.get('kind') === 'affiliate' ? 'affiliate' : 'buyer';
  const of = search.get('of') ?? '';
  const months = useMonths();
  const month = search.get('month') ?? months[0] ?? '';
  // By id: when the month closed, a handle may have been another party's.
  const parties = useEntries(kind, 'id');
  const chosen = [...parties.inUse, ...parties.retired].find(
    ({ value, handle }) => value === of || handle === of,
  );
  const set = (changes: Readonly<Record<string, string>>): void => {
    setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), ...changes }));
  };
  return (
    <Page title="Statements" about="What a buyer owes, or what an affiliate is owed, for a month.">
      <Group gap="xs" align="flex-end">
        <SegmentedControl
          size="xs"
          aria-label="Of whom"
          value={kind}
          data={[
            { value: 'buyer', label: 'A buyer owes us' },
            { value: 'affiliate', label: 'We owe an affiliate' },
          ]}
          onChange={(value) => set({ kind: value, of: '' })}
        />
        <Select
          size="xs"
          aria-label={kind === 'buyer' ? 'Buyer' : 'Affiliate'}
          placeholder={kind === 'buyer' ? 'Choose a buyer' : 'Choose an affiliate'}
          searchable
          data={allOf(parties)}
          nothingFoundMessage={parties.nothingFoundMessage}
          clearable
          value={chosen?.value ?? null}
          onChange={(value) => set({ of: value ?? '' })}
        />
        <Select
          size="xs"
          w={170}
          aria-label="Month"
          data={months.map((value) => ({ value, label: monthWords(value) }))}
          value={month}
          allowDeselect={false}
          onChange={(value) => set({ month: value ?? month })}
        />
      </Group>
      {month !== '' && of === '' && <MonthStatements month={month} />}
      {month !== '' && of !== '' && <OneStatement kind={kind} party={chosen?.value ?? of} month={month} />}
    </Page>
  );
}

interface OneParts {
  readonly kind: 'buyer' | 'affiliate';
  /** The id, or the handle of a party that is not in the catalogue. */
  readonly party: string;
  readonly month: string;
}

const pathOf = ({ kind, party, month }: OneParts) => ({ kind, handle: party, month });

function OneStatement(path: OneParts) {
  const query = useQuery({
    queryKey: ['statement', path],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/statements/{kind}/{handle}/{month}', {
          params: { path: pathOf(path) },
          signal,
        }),
      ),
    staleTime: 30_000,
  });
  return (
    <Answered query={query} loading={<Loader m="md" role="status" aria-label="Loading" />}>
      {(statement) => (
        <Stack gap="md">
          <Panel
            title={
              <Group gap="xs">
                {statement.party.name}, {monthWords(statement.month)}{' '}
                {statement.draft ? (
                  <Pill tone="wait">Draft: the month is open</Pill>
                ) : (
                  <Pill tone="good">{statement.number}</Pill>
                )}
              </Group>
            }
            actions={<SaveFiles of={path} handle={statement.party.handle} />}
          >
            <Facts
              of={[
                [
                  statement.party.kind === 'buyer' ? 'The buyer owes' : 'We owe',
                  <b key="net">{formatCents(statement.net_cents, statement.currency)}</b>,
                ],
                ['Lines', formatCount(statement.lines.length)],
                ['Days are those of', statement.time_zone],
              ]}
            />
          </Panel>
          {statement.null_amounts > 0 && (
            <Notice tone="wait">
              {formatCount(statement.null_amounts)} lines have no amount, because no price or payout was
              configured. They count as 0.
            </Notice>
          )}
          {(statement.open_requests ?? []).length > 0 && (
            <Panel flush title="Open return requests">
              <OpenRequests statement={statement} />
            </Panel>
          )}
          {statement.offers.length > 0 && (
            <Panel flush title="By offer">
              <StatementOffers statement={statement} />
            </Panel>
          )}
          <Panel flush title="Lines">
            <StatementLines statement={statement} />
          </Panel>
          <Text size="xs" c="dimmed">
            Negative amounts are credits. A closed month never changes.
          </Text>
        </Stack>
      )}
    </Answered>
  );
}

/** The files as the service writes them. Each is an export, so the audit log has it. */
function SaveFiles({ of: path, handle }: { readonly of: OneParts; readonly handle: string }) {
  const name = `statement-${path.kind}-${handle}-${path.month}`;
  return (
    <>
      <SaveButton
        label="PDF"
        name={`${name}.pdf`}
        read={() =>
          exactAnswerOf(
            api.GET('/api/v1/operator/statements/{kind}/{handle}/{month}/statement.pdf', {
              params: { path: pathOf(path) },
              parseAs: 'blob',
            }),
          )
        }
      />
      <SaveButton
        label="CSV"
        name={`${name}.csv`}
        read={() =>
          answerOf(
            api.GET('/api/v1/operator/statements/{kind}/{handle}/{month}/lines.csv', {
              params: { path: pathOf(path) },
              parseAs: 'text',
            }),
          )
        }
      />
    </>
  );
}

interface SaveParts {
  readonly label: string;
  readonly name: string;
  readonly read: () => Promise<string | Blob>;
}

function SaveButton({ label, name, read }: SaveParts) {
  const saving = useMutation({
    mutationFn: (asked: Pick<SaveParts, 'name' | 'read'>) => asked.read(),
    // By then, another statement may be open.
    onSuccess: (file, asked) => saveFile(asked.name, file),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red.9' }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      loading={saving.isPending}
      onClick={() => saving.mutate({ name, read })}
    >
      {label}
    </Button>
  );
}
