import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { CountedTo } from '../../parts/counted-to';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { counted, ruleWords } from '../../words/format';
import { ByHour } from './by-hour';
import { AttentionRow } from './attention-row';
import { TimedChanges } from '../traffic/timed-changes';
import { Today } from './today';

export type NowBoard = components['schemas']['Now'];
export type Item = components['schemas']['AttentionItem'];

const FRESH_MS = 5_000;

/** What needs somebody, most urgent first, and today beside the same hours of last week. */
export default function NowScreen() {
  const query = useQuery({
    queryKey: ['now'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/now', { signal })),
    refetchInterval: FRESH_MS,
  });
  return (
    <Page
      title="Now"
      about={
        query.data ? (
          <>
            As of <Time at={query.data.as_of} ago />
          </>
        ) : (
          'Needs attention'
        )
      }
    >
      <Answered query={query}>
        {(board) => (
          <Stack gap="md">
            <CountedTo what="Today and last week" to={board.today.to} asOf={board.as_of} />
            <Today board={board} />
            <TimedChanges changes={board.timed_changes} />
            <Paused paused={board.paused} />
            <Attention board={board} />
            <ByHour board={board} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

const PATHS = { offer: '/offers', buyer: '/buyers', campaign: '/campaigns' } as const;

/** What is paused until somebody resumes it. */
const Paused = ({ paused }: Pick<NowBoard, 'paused'>) =>
  paused.length > 0 && (
    <Notice tone="wait">
      Paused until somebody resumes {paused.length === 1 ? 'it' : 'them'}:{' '}
      {paused.map(({ kind, handle, name }, at) => (
        <span key={`${kind} ${handle}`}>
          {at > 0 && ', '}
          <Link className="link foreign" href={`${PATHS[kind]}/${handle}`}>
            {name}
          </Link>{' '}
          ({kind})
        </span>
      ))}
      .
    </Notice>
  );

function Attention({ board: { attention, not_known: notKnown } }: { readonly board: NowBoard }) {
  const open = attention.filter(({ mute }) => mute === null);
  const muted = attention.filter(({ mute }) => mute !== null);
  return (
    <>
      <Panel
        title={open.length === 0 ? 'Nothing needs attention' : `${counted(open.length, 'thing')} to look at`}
        flush
      >
        {notKnown.length > 0 && (
          <Notice tone="wait" m="sm">
            Can’t be checked right now, because a service is down: {notKnown.map(ruleWords).join(', ')}.
          </Notice>
        )}
        {open.length === 0 && notKnown.length === 0 && (
          <PlainState title="All is well">
            Nothing needs you right now. New items appear here within seconds.
          </PlainState>
        )}
        {open.map((item) => (
          <AttentionRow key={item.id} item={item} />
        ))}
      </Panel>
      {muted.length > 0 && (
        <Panel
          title={
            <Text span c="dimmed">
              Muted ({muted.length})
            </Text>
          }
          flush
        >
          {muted.map((item) => (
            <AttentionRow key={item.id} item={item} />
          ))}
        </Panel>
      )}
    </>
  );
}
