import { Group, Text } from '@mantine/core';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import { Time } from '../../parts/time';

type TimedChange = components['schemas']['TimedChange'];

/** What is changed for a time, or will be, with who did that and why. */
export const TimedChanges = ({ changes }: { readonly changes: readonly TimedChange[] }) => (
  <>
    {changes.map((change) => (
      <Notice key={change.id} tone={change.state === 'to_come' ? 'info' : 'wait'}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="foreign">
            <ChangeWords change={change} /> {change.by}
            {change.why === null ? '' : `: ${change.why}`}
            {change.approved && ` (approved by ${change.approved.by})`}
          </Text>
          <Group gap="xs">
            {change.state === 'proposed' && <ApproveChange id={change.id} />}
            <EndChange change={change} />
          </Group>
        </Group>
      </Notice>
    ))}
  </>
);

const ChangeWords = ({ change: { headline, state, from, until } }: { readonly change: TimedChange }) => (
  <>
    {headline}
    {state !== 'in_force' && (
      <>
        {' '}
        from <Time at={from} />
      </>
    )}{' '}
    until <Time at={until} />.
  </>
);

/** By which timed changes an amount is what it is, under it. */
export const ByChanges = ({ changes }: { readonly changes: readonly number[] }) =>
  changes.length > 0 && (
    <Text size="xs" c="dimmed">
      by timed change {changes.join(', ')}
    </Text>
  );

const ENDS = {
  pause: '/api/v1/operator/timed-changes/pause/{id}/end',
  limit: '/api/v1/operator/timed-changes/limit/{id}/end',
  price: '/api/v1/operator/timed-changes/price/{id}/end',
  payout: '/api/v1/operator/timed-changes/payout/{id}/end',
} as const;

function EndChange({ change: { id, what, state } }: { readonly change: TimedChange }) {
  const may = useMay();
  if (!may(what === 'payout' ? 'price' : what)) return null;
  const isProposed = state === 'proposed';
  return (
    <ActDialog
      name={isProposed ? 'Withdraw it' : 'End it now'}
      button={{ size: 'compact-xs' }}
      act={async (why) => {
        const sent = { params: { path: { id } }, body: { why } };
        return (await answerOf(api.POST(ENDS[what], sent))).sentence;
      }}
    >
      {!isProposed && <Text size="sm">The catalogue’s own value applies again within 5 seconds.</Text>}
    </ActDialog>
  );
}

function ApproveChange({ id }: { readonly id: number }) {
  const may = useMay();
  if (!may('catalogue:apply')) return null;
  return (
    <ActDialog
      name="Approve it"
      button={{ size: 'compact-xs' }}
      why="none"
      act={async () =>
        (
          await answerOf(
            api.POST('/api/v1/operator/timed-changes/{id}/approve', { params: { path: { id } } }),
          )
        ).sentence
      }
    >
      <Text size="sm">It takes effect within 5 seconds, or when it begins.</Text>
    </ActDialog>
  );
}
