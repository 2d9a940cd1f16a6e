import { Group, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { Panel } from '../../parts/page';
import type { Lead } from './lead-screen';

const OUTCOMES: Readonly<
  Record<Lead['checks'][number]['outcome'], readonly [words: string, icon: typeof CircleX, color: string]>
> = {
  passed: ['passed', CircleCheck, 'var(--good-fg)'],
  refused: ['refused', CircleX, 'var(--bad-fg)'],
  not_reached: ['not reached', CircleDashed, 'var(--mantine-color-dimmed)'],
  unknown: ['not known', CircleDashed, 'var(--wait-fg)'],
};

/** Every check in its order, with its outcome. */
export function ChecksPanel({ lead }: { readonly lead: Lead }) {
  const { checks } = lead;
  if (checks.length === 0) return null;
  return (
    <Panel title="Checks">
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {checks.map(({ check, title, outcome, sentence }) => {
          const [words, Icon, color] = OUTCOMES[outcome];
          return (
            <Group key={check} component="li" gap="xs" wrap="nowrap" align="flex-start">
              <Icon size={17} color={color} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
              <Text
                size="sm"
                component="span"
                c={outcome === 'not_reached' ? 'dimmed' : undefined}
                className="foreign"
              >
                {sentence === null ? title : <b>{sentence}</b>}
                <span className="skip">: {words}</span>
              </Text>
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}
