import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { useMay } from '../../app/me';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { MessageText } from '../../parts/message-text';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { useRevealed } from '../../parts/use-revealed';
import { EXCHANGE_OUTCOMES, exchangeWords } from '../../words/exchange-words';
import { formatLength } from '../../words/format';
import type { Lead } from './lead-screen';

type Said = components['schemas']['Exchanges'];
type Exchange = components['schemas']['Exchange'];

const FRESH_MS = 5_000;
/** What was said is stored some seconds after it was said. */
const LATE_MS = 15_000;

/** Whether more may come. */
const isMoving = ({ decision }: Lead): boolean =>
  decision === null || Date.now() - new Date(decision.at).getTime() < LATE_MS;

const useSaid = (lead: Lead) =>
  useQuery({
    queryKey: ['exchanges', lead.id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/leads/{id}/exchanges', { params: { path: { id: lead.id } }, signal }),
      ),
    refetchInterval: isMoving(lead) ? FRESH_MS : false,
  });

/** Each request about the lead with its answer. As they were, only for a reason and until the screen is left. */
export function ExchangesPanel({ lead }: { readonly lead: Lead }) {
  const may = useMay();
  const query = useSaid(lead);
  const [revealed, setRevealed] = useRevealed<Said>();
  return (
    <Panel
      title={
        <Group gap="xs">
          Requests and answers {revealed && <Pill tone="wait">as they were, recorded</Pill>}
        </Group>
      }
      actions={
        !revealed &&
        may('pii:read') &&
        query.data !== undefined &&
        query.data.exchanges.length > 0 && (
          <ActDialog
            name="Show the values"
            confirm="Show what was said"
            button={{ size: 'compact-sm' }}
            act={async (why) => {
              const sent = { params: { path: { id: lead.id } }, body: { why } };
              setRevealed(await answerOf(api.POST('/api/v1/operator/leads/{id}/exchanges/reveal', sent)));
              return 'Visible until you leave this page.';
            }}
          >
            <Text size="sm">
              You’ll see requests and answers as they were sent, including personal data, but without secrets.
              The audit log records who read them and why.
            </Text>
          </ActDialog>
        )
      }
    >
      <Answered query={query}>{(data) => <SaidList said={revealed ?? data} lead={lead} />}</Answered>
    </Panel>
  );
}

interface SaidParts {
  readonly said: Said;
  readonly lead: Lead;
}

function SaidList({ said: { exchanges, nothing_kept: why }, lead }: SaidParts) {
  if (exchanges.length === 0) return <Text size="sm">{why ?? 'No request is kept.'}</Text>;
  return (
    <Stack gap="xs">
      {exchanges.map((one) => (
        <OneExchange key={one.id} exchange={one} submissions={lead.submission} />
      ))}
    </Stack>
  );
}

interface OneParts {
  readonly exchange: Exchange;
  readonly submissions: number;
}

/** One line; what was said is below it once it is opened. */
function OneExchange({ exchange, submissions }: OneParts) {
  const [isOpen, setOpen] = useState(false);
  const { at, took_ms: took, outcome, detail, request, answer } = exchange;
  const [words, tone] = EXCHANGE_OUTCOMES[outcome];
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" size="sm" className="foreign" style={{ cursor: 'pointer' }}>
        <b>{exchangeWords(exchange, submissions)}</b> · <Time at={at} /> · request took {formatLength(took)} ·{' '}
        <Pill tone={tone}>
          {words}
          {answer && answer.status !== null && ` ${answer.status}`}
        </Pill>
      </Text>
      {isOpen && (
        <Stack gap="sm" pt="xs" pb="sm">
          {detail !== null && (
            <Text size="sm" className="foreign">
              {detail}
            </Text>
          )}
          <MessageText name="Request" first={`${request.method} ${request.url}`} {...request} />
          {answer ? (
            <MessageText
              name={answer.status === null ? 'What came' : 'Answer'}
              first={answer.status === null ? undefined : `HTTP ${answer.status}`}
              {...answer}
            />
          ) : (
            <Text size="sm">No answer.</Text>
          )}
        </Stack>
      )}
    </details>
  );
}
