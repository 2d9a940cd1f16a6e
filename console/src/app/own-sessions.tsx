import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../api/api-problem';
import type { components } from '../api/schema';
import { callPlain } from '../api/session';
import { Time } from '../parts/time';
import { browserWords } from '../words/browser';

type Own = components['schemas']['OwnSessions'];

const PATH = '/api/v1/session/own';
const KEY = ['own-sessions'];

const wordsFor = (others: number): string =>
  others === 0 ? 'You aren’t signed in anywhere else.' : 'You are also signed in:';

/** Where else the reader is signed in, with a way to end it. */
export function OwnSessions() {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => callPlain<Own>(PATH) });
  const ending = useMutation({
    mutationFn: (id: string) => callPlain(`${PATH}/${id}`, 'DELETE'),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const others = data?.sessions.filter(({ is_this: isThis }) => !isThis) ?? [];
  const wrong = error ?? ending.error;
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        {wrong ? sentenceOf(wrong) : data && wordsFor(others.length)}
      </Text>
      {others.map(({ id, address, agent, used_at: usedAt }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
          <Text size="xs" className="cut" title={agent ?? undefined}>
            {agent === null ? 'Somewhere' : browserWords(agent)}, {address ?? 'unknown address'}, used{' '}
            <Time at={usedAt} ago />
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            loading={ending.isPending}
            onClick={() => ending.mutate(id)}
          >
            End
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
