import { Box, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { Pill, type Tone } from '../../parts/notice';
import { Time } from '../../parts/time';
import { AttentionMenu } from './attention-menu';
import { helpLink } from './help';
import type { Item } from './now-screen';

const SEVERITIES: Readonly<Record<Item['severity'], readonly [words: string, tone: Tone]>> = {
  urgent: ['Urgent', 'bad'],
  soon: ['Soon', 'wait'],
  note: ['FYI', 'info'],
};

/** One thing that needs somebody, with what helps. */
export function AttentionRow({ item }: { readonly item: Item }) {
  const may = useMay();
  const [words, tone] = SEVERITIES[item.severity];
  const help = helpLink(item);
  return (
    <Box className="attention" data-severity={item.severity}>
      <Box flex="1 1 18rem" miw={0}>
        <Group gap="xs">
          <Pill tone={tone}>{words}</Pill>
          <Text fw={600} className="foreign" component="span">
            {item.sentence}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" mt={3} className="foreign">
          since <Time at={item.since} /> (<Time at={item.since} ago />)
          {item.taken_by && <> · {item.taken_by.name} has taken it</>}
          {item.mute && (
            <>
              {' '}
              · muted until <Time at={item.mute.until} /> by {item.mute.by}: “{item.mute.why}”
            </>
          )}
          {item.note && (
            <>
              {' '}
              · “{item.note.text}” ({item.note.by.name}, <Time at={item.note.at} ago />)
            </>
          )}
        </Text>
      </Box>
      <Group gap={6}>
        {help && may(help.needs) && (
          <Button
            component={Link}
            href={help.to}
            size="xs"
            variant={item.severity === 'urgent' ? 'filled' : 'default'}
          >
            {help.words}
          </Button>
        )}
        {may('alerts:write') && <AttentionMenu item={item} />}
      </Group>
    </Box>
  );
}
