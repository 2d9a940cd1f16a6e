import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { Notice, Pill } from '../../parts/notice';
import { Facts, Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { counted, formatCount } from '../../words/format';
import { MessagesPanel } from './messages-panel';
import { WebhookActs } from './webhook-acts';
import { eventWords, KINDS, stateOf, type Endpoint } from './words';

/** One endpoint: how it does, its messages, and what can be done. */
export default function WebhookScreen() {
  const { name = '' } = useParams();
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/webhooks', { signal })),
    refetchInterval: 5_000,
  });
  return (
    <Answered query={query}>
      {({ endpoints }) => {
        const endpoint = endpoints.find((each) => each.name === name);
        return endpoint ? (
          <OneEndpoint endpoint={endpoint} />
        ) : (
          <Page title="Not in the catalogue">
            <PlainState title="No such endpoint">
              The current catalogue has none with this name.{' '}
              <Link href="/webhooks" className="link">
                Show all webhooks
              </Link>
            </PlainState>
          </Page>
        );
      }}
    </Answered>
  );
}

const OneEndpoint = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [words, tone] = stateOf(endpoint);
  return (
    <Page
      title={endpoint.name}
      about={
        <Group gap="xs">
          <Pill tone={tone}>{words}</Pill>
          <Text size="sm" component="span" className="foreign">
            {KINDS[endpoint.kind]} of {endpoint.affiliate} to {endpoint.origin}
          </Text>
        </Group>
      }
      actions={<WebhookActs endpoint={endpoint} />}
    >
      <Stack gap="md">
        <Trouble endpoint={endpoint} />
        <Panel title="About">
          <Facts
            of={[
              ['Events', endpoint.events.map(eventWords).join(', ')],
              ['Waiting', formatCount(endpoint.waiting)],
              ['Oldest waits since', endpoint.oldest && <Time at={endpoint.oldest} ago />],
              ['Given up', formatCount(endpoint.parked)],
              ['Last delivery', endpoint.delivered_at ? <Time at={endpoint.delivered_at} ago /> : 'never'],
            ]}
          />
        </Panel>
        <MessagesPanel endpoint={endpoint.name} />
      </Stack>
    </Page>
  );
};

/** What keeps messages from arriving. */
function Trouble({
  endpoint: { paused, open_until: openUntil, failures, parked },
}: {
  readonly endpoint: Endpoint;
}) {
  return (
    <>
      {paused && (
        <Notice tone="wait">
          {paused.by} paused it <Time at={paused.at} ago />: “<span className="foreign">{paused.why}</span>”
          New messages wait.
        </Notice>
      )}
      {openUntil !== null && !paused && (
        <Notice tone="bad">
          It failed {counted(failures, 'time')} in a row, so its circuit breaker is open: one message at a
          time is tried, the next one <Time at={openUntil} ago />.
        </Notice>
      )}
      {parked > 0 && (
        <Notice tone="wait">
          {counted(parked, 'message was', 'messages were')} given up after three days. Replay them when the
          endpoint works again.
        </Notice>
      )}
    </>
  );
}
