import type { ReactNode } from 'react';
import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import icon from '../../app/icon.svg';

interface FrameParts {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that nobody is signed in on. */
export const Frame = ({ title, children }: FrameParts) => (
  <Center mih="100dvh" p="md" component="main" className="rail">
    <Stack w="100%" maw={390} gap="lg">
      <Group gap="sm" justify="center">
        <img src={icon} width={34} height={34} alt="" />
        <Text fw={700} fz="1.3rem">
          Leadkeep
        </Text>
      </Group>
      <Paper className="panel" p="xl" shadow="sm">
        <Title order={1} fz="1.2rem" mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Stack>
  </Center>
);
