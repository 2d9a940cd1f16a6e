import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMay } from '../../app/me';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import { counted } from '../../words/format';
import { isChosen, spanOf, UntilField, useUntil } from './until-field';

interface SwitchParts {
  readonly kind: 'offer' | 'buyer' | 'campaign';
  readonly handle: string;
  readonly status: string;
  readonly size?: 'compact-xs';
}

const post = (
  kind: SwitchParts['kind'],
  handle: string,
  action: 'pause' | 'resume',
  why: string,
  isDry: boolean,
) =>
  answerOf(
    api.POST('/api/v1/operator/switches', {
      body: { action, entries: [{ kind, handle }], why, dry_run: isDry },
    }),
  );

/** Pauses for a time. */
const pauseFor = ({ kind, handle }: SwitchParts, span: NonNullable<ReturnType<typeof spanOf>>, why: string) =>
  answerOf(
    api.POST('/api/v1/operator/timed-changes/pause', {
      body: { kind, handle, ...span, why, dry_run: false },
    }),
  );

/** Pauses or resumes, and says before what that does to leads that wait. */
export function SwitchDialog(parts: SwitchParts) {
  const { kind, handle, status, size } = parts;
  const may = useMay();
  const [until, setUntil] = useUntil('no end');
  const action = status === 'active' ? 'pause' : 'resume';
  const asking = useMutation({
    mutationFn: () => post(kind, handle, action, 'asked what it would do', true),
  });
  if (!may('pause') || !['active', 'paused', 'inactive'].includes(status)) return null;
  const waiting = asking.data?.entries.reduce((sum, entry) => sum + entry.waiting_leads, 0);
  return (
    <ActDialog
      // Else an open "Pause" would become "Resume" when somebody else pauses meanwhile.
      key={action}
      name={action === 'pause' ? 'Pause' : 'Resume'}
      {...(size && { button: { size } })}
      isDanger={action === 'pause'}
      onOpen={() => asking.mutate()}
      isReady={action === 'resume' || isChosen(until)}
      act={async (why) => {
        const span = action === 'pause' ? spanOf(until) : undefined;
        const done = span ? pauseFor(parts, span, why) : post(kind, handle, action, why, false);
        return (await done).sentence;
      }}
    >
      <Text size="sm">
        {action === 'pause'
          ? `This ${kind} stops taking leads within 5 seconds. Leads that a buyer already has are not affected.`
          : `This ${kind} takes leads again within 5 seconds.`}
      </Text>
      {action === 'pause' && (
        <UntilField
          choices={['no end', '1h', '2h', 'midnight', 'friday', 'time']}
          until={until}
          onUntil={setUntil}
        />
      )}
      {asking.error && <Notice tone="bad">{sentenceOf(asking.error)}</Notice>}
      {waiting !== undefined && action === 'pause' && (
        <Notice tone={waiting > 0 ? 'wait' : 'good'}>
          {waiting > 0
            ? `${counted(waiting, 'lead is', 'leads are')} waiting for it. ${
                until.choice === 'no end'
                  ? 'While it is paused, each is rejected when it is due.'
                  : 'Each keeps waiting until the pause or its delivery window ends.'
              }`
            : 'No leads are waiting for it.'}
        </Notice>
      )}
    </ActDialog>
  );
}
