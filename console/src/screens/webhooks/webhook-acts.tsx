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
          return 'A test leaves within seconds. The list of messages shows what the endpoint answers.';
        }}
      >
        <Text size="sm">It is told a test event, which is about no lead.</Text>
        {paused && <Notice tone="wait">It is paused, so the test waits until it is resumed.</Notice>}
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
            return 'It is told again what waits.';
          }}
        >
          <Text size="sm">
            {endpoint.waiting === 0
              ? 'Nothing waits for it now.'
              : `${counted(endpoint.waiting, 'message that waits is', 'messages that wait are')} tried at once.`}
          </Text>
        </ActDialog>
      ) : (
        <ActDialog
          key="pause"
          name="Pause"
          isDanger
          act={async (why) => {
            await pause(name, true, why);
            return 'Nothing is sent to it until it is resumed.';
          }}
        >
          <Text size="sm">
            Nothing is sent until it is resumed; what happens meanwhile waits. What is older than three days
            then and still fails is given up.
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
          label="What is sent again"
          value={state}
          onChange={(chosen) => setState(chosen === 'delivered' ? 'delivered' : 'parked')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="parked" label={`What was given up (${parked})`} />
            <Radio value="delivered" label="What arrived" />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          The newest 1,000. Each says that it is a replay, keeps its id, and may come out of order.
        </Text>
      </Stack>
    </ActDialog>
  );
}
