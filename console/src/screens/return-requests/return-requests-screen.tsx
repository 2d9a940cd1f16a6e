import { Grid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatCents } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { OneRequest } from './one-request';

export type ReturnRequest = components['schemas']['ReturnRequest'];
type List = components['schemas']['ReturnRequestList'];

const FRESH_MS = 15_000;

/** What buyers ask to return. The nearest deadline is open, and the next one after each decision. */
export default function ReturnRequestsScreen() {
  const query = useQuery({
    queryKey: ['return-requests'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/return-requests', { signal })),
    refetchInterval: FRESH_MS,
  });
  return (
    <Page
      title="Return requests"
      about="Nothing is booked until you accept one. Past its deadline, the buyer’s rules decide."
    >
      <Answered query={query}>{(list) => <Queue list={list} />}</Answered>
    </Page>
  );
}

function Queue({ list: { requests, currency, is_cut } }: { readonly list: List }) {
  const [search, setSearch] = useSearchParams();
  const chosen = requests.find(({ lead_id }) => lead_id === search.get('lead')) ?? requests[0];
  if (!chosen)
    return (
      <Panel>
        <PlainState title="No open requests">
          Buyers’ returns wait here if their rules in the catalogue have a review.
        </PlainState>
      </Panel>
    );
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Panel title={`${requests.length}${is_cut ? '+' : ''} open`} flush>
          <Stack gap={0} component="nav" aria-label="Open requests">
            {requests.map((request) => (
              <Entry
                key={request.lead_id}
                request={request}
                currency={currency}
                isChosen={request === chosen}
                choose={() => setSearch({ lead: request.lead_id })}
              />
            ))}
          </Stack>
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        {search.get('lead') !== null && chosen.lead_id !== search.get('lead') && (
          <Notice tone="info" mb="sm">
            That request isn’t open anymore. This is the next one.
          </Notice>
        )}
        <OneRequest
          key={`${chosen.lead_id} ${chosen.number}`}
          request={chosen}
          currency={currency}
          onDecided={() => setSearch({})}
        />
      </Grid.Col>
    </Grid>
  );
}

interface EntryParts {
  readonly request: ReturnRequest;
  readonly currency: string;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

const Entry = ({ request, currency, isChosen, choose }: EntryParts) => (
  <UnstyledButton
    px="md"
    py="xs"
    aria-current={isChosen ? 'true' : undefined}
    bg={isChosen ? 'var(--mantine-color-default-hover)' : undefined}
    onClick={choose}
  >
    <Text size="sm" fw={isChosen ? 650 : 500} className="foreign">
      {nameOf(request.buyer)} · {request.label ?? request.code}
    </Text>
    <Text size="xs" c="dimmed">
      {formatCents(request.buyer_cents, currency)} · decide <Time at={request.decide_by} ago />
    </Text>
  </UnstyledButton>
);
