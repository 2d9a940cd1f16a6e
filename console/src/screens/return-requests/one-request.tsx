import { useState } from 'react';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { useMay } from '../../app/me';
import { readAgain } from '../../app/query-client';
import { Answered } from '../../parts/answered';
import { Notice } from '../../parts/notice';
import { Facts, Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { Timeline } from '../../parts/timeline';
import { useDialogAct } from '../../parts/use-dialog-act';
import { WordsField } from '../../parts/words-field';
import { monthWords } from '../../words/days';
import { formatCents, formatCount } from '../../words/format';
import { nameOf, shortId } from '../../words/lead-words';
import type { ReturnRequest } from './return-requests-screen';

interface RequestParts {
  readonly request: ReturnRequest;
  readonly currency: string;
  readonly onDecided: () => void;
}

/** One request, what it is about, and both buttons. */
export function OneRequest({ request, currency, onDecided }: RequestParts) {
  const may = useMay();
  const { lead_id: id, share, affiliate_cents: affiliate } = request;
  const lead = useQuery({
    queryKey: ['lead', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/leads/{id}', { params: { path: { id } }, signal })),
  });
  return (
    <Stack gap="md">
      <Panel title={request.label ?? request.code}>
        <Stack gap="sm">
          <Evidence request={request} />
          <Facts
            of={[
              [
                'Lead',
                <Link key="lead" href={`/leads/${id}`} className="link">
                  {shortId(id)}
                </Link>,
              ],
              ['Reference', request.reference],
              ['Buyer', nameOf(request.buyer)],
              ['Offer', nameOf(request.offer)],
              ['Affiliate', nameOf(request.affiliate)],
              ['Sold', <Time key="sold" at={request.sold_at} />],
              [
                'Requested',
                <>
                  <Time at={request.at} /> by{' '}
                  {request.by === 'callback' ? 'the buyer’s callback' : request.by}
                  {request.asked_before && ', after an earlier request'}
                </>,
              ],
              [
                'Deadline',
                <>
                  <Time at={request.decide_by} /> (<Time at={request.decide_by} ago />
                  ); then it’s {request.past_deadline === 'accept' ? 'accepted' : 'declined'}
                </>,
              ],
              [
                'If accepted',
                `${formatCents(request.buyer_cents, currency)} for the buyer, ${
                  affiliate === 0
                    ? 'the affiliate keeps its payout'
                    : `${formatCents(affiliate, currency)} for the affiliate`
                }`,
              ],
              ['Share', share && <Share share={share} />],
            ]}
          />
          {may('return') && <Decide request={request} onDecided={onDecided} />}
        </Stack>
      </Panel>
      <Panel title="Timeline of the lead">
        <Answered query={lead}>
          {({ received_at, timeline }) => <Timeline start={received_at} entries={timeline} />}
        </Answered>
      </Panel>
    </Stack>
  );
}

/** The buyer's words are shown as they are; its links lead out of the console. */
const Evidence = ({ request: { evidence, links } }: Pick<RequestParts, 'request'>) => (
  <Stack gap={2}>
    <Text size="sm" fw={600}>
      Evidence
    </Text>
    <Text size="sm" className="foreign">
      {evidence ?? (links.length === 0 ? 'The buyer sent none.' : '')}
    </Text>
    {links.map((link) => (
      <Anchor key={link} href={link} target="_blank" rel="noopener noreferrer" size="sm" className="foreign">
        {link}
      </Anchor>
    ))}
  </Stack>
);

const Share = ({ share }: { readonly share: NonNullable<ReturnRequest['share']> }) => {
  const of = `${formatCount(share.sold)} leads of ${share.of} sold in ${monthWords(share.month)}`;
  if (share.limit === null) return <>No limit on returns of the {of}</>;
  return (
    <>
      {formatCount(share.limit)} of the {of} may be returned; {formatCount(share.left)} left after the open
      requests
    </>
  );
};

function Decide({ request, onDecided }: Omit<RequestParts, 'currency'>) {
  const { lead_id: id, number } = request;
  const [why, setWhy] = useState('');
  const acting = useDialogAct({
    ...{ name: 'Return request', isOpen: true },
    act: async (outcome: 'accepted' | 'declined') => {
      const said = why.trim();
      const { sentence } = await answerOf(
        api.POST('/api/v1/operator/leads/{id}/decide-return', {
          params: { path: { id } },
          body: { outcome, request: number, ...(said !== '' && { why: said }) },
        }),
      );
      return sentence;
    },
    onDone: async (sentence) => {
      notifications.show({ message: sentence, color: 'keep' });
      onDecided();
      await readAgain();
    },
  });
  return (
    <Stack gap="xs" maw={560}>
      <WordsField
        label="Reason"
        description="Needed to decline. Saved in the timeline and the audit log. Don’t include personal data."
        value={why}
        onText={setWhy}
      />
      {acting.error && <Notice tone="bad">{sentenceOf(acting.error)}</Notice>}
      <Group gap="xs">
        <Button loading={acting.isPending} onClick={() => acting.mutate('accepted')}>
          Accept the return
        </Button>
        <Button
          variant="default"
          disabled={acting.isPending || why.trim() === ''}
          onClick={() => acting.mutate('declined')}
        >
          Decline it
        </Button>
      </Group>
    </Stack>
  );
}
