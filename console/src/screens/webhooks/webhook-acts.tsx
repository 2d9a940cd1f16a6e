import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import { counted } from '../../words/format';
import type { Endpoint } from './words';

const pause = (endpoint: string, paused: boolean, why?: string) =>
  answerOf(
    api.POST('/api/v1/operator/webhooks/pause', {
      body: { endpoint, paused, ...(why !== undefined && { why }) },
    }),
  );

/** Pause or resume, replay, test. */
export function WebhookActs({ endpoint }: { readonly endpoint: Endpoint }) {
  const may = useMay();
  const { name, paused } = endpoint;
  if (!may('pause')) return null;
  return (
    <>
      <ActDialog
        name="Send a test"
        why="none"
        act={async () => {
          await answerOf(api.POST('/api/v1/operator/webhooks/test', { body: { endpoint: name } }));
          return 'A test will be sent within seconds. The message list shows the endpoint’s answer.';
        }}
      >
        <Text size="sm">Sends a test event that isn’t about a lead.</Text>
        {paused && <Notice tone="wait">It is paused, so the test waits until you resume it.</Notice>}
      </ActDialog>
      <ReplayDialog endpoint={endpoint} />
      {paused ? (
        // By keys, an open dialog closes when somebody else pauses or resumes meanwhile.
        <ActDialog
          key="resume"
          name="Resume"
          why="none"
          act={async () => {
            await pause(name, false);
            return 'Resumed. Waiting messages are being sent.';
          }}
        >
          <Text size="sm">
            {endpoint.waiting === 0
              ? 'No messages are waiting.'
              : `${counted(endpoint.waiting, 'waiting message is', 'waiting messages are')} sent right away.`}
          </Text>
        </ActDialog>
      ) : (
        <ActDialog
          key="pause"
          name="Pause"
          isDanger
          act={async (why) => {
            await pause(name, true, why);
            return 'Paused. Nothing is sent until you resume it.';
          }}
        >
          <Text size="sm">
            Nothing is sent until you resume it, and new messages wait. After that, messages older than three
            days that still fail are given up.
          </Text>
        </ActDialog>
      )}
    </>
  );
}

type Ended = 'parked' | 'delivered';

function ReplayDialog({ endpoint: { name, parked } }: { readonly endpoint: Endpoint }) {
  const [state, setState] = useState<Ended>('parked');
  return (
    <ActDialog
      name="Replay"
      why="none"
      act={async () => {
        const { replayed } = await answerOf(
          api.POST('/api/v1/operator/webhooks/replay', { body: { about: name, state } }),
        );
        return `${counted(replayed, 'message is', 'messages are')} sent again.`;
      }}
    >
      <Stack gap="sm">
        <Radio.Group
          label="What to send again"
          value={state}
          onChange={(chosen) => setState(chosen === 'delivered' ? 'delivered' : 'parked')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="parked" label={`Given-up messages (${parked})`} />
            <Radio value="delivered" label="Delivered messages" />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          The newest 1,000. Each is marked as a replay, keeps its id, and may arrive out of order.
        </Text>
      </Stack>
    </ActDialog>
  );
}
