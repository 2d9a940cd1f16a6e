import { Button, Group, Loader, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { Notice, Pill } from '../../parts/notice';
import { Facts, Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { useAffiliateOptions, useBuyerOptions } from '../../parts/use-entries';
import { csvOf, saveFile } from '../../words/csv';
import { lastMonths, monthWords } from '../../words/days';
import { formatCents, formatCount } from '../../words/format';
import { StatementLines } from './statement-lines';

export type Statement = components['schemas']['Statement'];

const MONTHS = 24;

/** One month's movements of one buyer or affiliate, and their net. */
export default function StatementsScreen() {
  const [search, setSearch] = useSearchParams();
  const kind = search.get('kind') === 'affiliate' ? 'affiliate' : 'buyer';
  const handle = search.get('of') ?? '';
  const months = lastMonths(new Date().toISOString().slice(0, 10), MONTHS);
  const month = search.get('month') ?? months[0] ?? '';
  const [buyers, affiliates] = [useBuyerOptions(), useAffiliateOptions()];
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
          data={kind === 'buyer' ? buyers : affiliates}
          value={handle === '' ? null : handle}
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
      {handle === '' ? (
        <PlainState title="Choose whose statement you want">Every month with movements has one.</PlainState>
      ) : (
        <OneStatement kind={kind} handle={handle} month={month} />
      )}
    </Page>
  );
}

interface OneParts {
  readonly kind: 'buyer' | 'affiliate';
  readonly handle: string;
  readonly month: string;
}

function OneStatement(path: OneParts) {
  const query = useQuery({
    queryKey: ['statement', path],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/statements/{kind}/{handle}/{month}', {
          params: { path: { ...path } },
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
            actions={
              <Button
                size="xs"
                variant="default"
                leftSection={<Download size={14} aria-hidden />}
                onClick={() => saveStatement(statement)}
              >
                CSV
              </Button>
            }
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
              configured. They count 0.
            </Notice>
          )}
          <Panel flush>
            <StatementLines statement={statement} />
          </Panel>
          <Text size="xs" c="dimmed">
            Negative amounts are credits. A closed month is the same whenever it is read.
          </Text>
        </Stack>
      )}
    </Answered>
  );
}

function saveStatement({ party, month, lines }: Statement): void {
  const rows = lines.map(({ day, kind, lead_id, offer, program, reference, reason, amount_cents: cents }) => [
    ...[day, kind, lead_id, offer, program, reference, reason],
    cents === null ? null : (cents / 100).toFixed(2),
  ]);
  const head = ['day', 'kind', 'lead', 'offer', 'program', 'reference', 'reason', 'amount'];
  saveFile(`statement-${party.kind}-${party.handle}-${month}.csv`, csvOf(head, rows));
}
