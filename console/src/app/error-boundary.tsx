import { Component, type ReactNode } from 'react';
import { Button, Center, Stack, Text, Title } from '@mantine/core';

interface State {
  readonly error: Error | undefined;
}

/** Shows a fault of the page itself, so that nobody looks at a white screen. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Center mih="60vh" p="md">
        <Stack maw={460} gap="sm">
          <Title order={2}>Something went wrong on this page</Title>
          <Text c="dimmed">
            Nothing was changed. Reload the page. If it happens again, report what you did.
          </Text>
          <Text size="sm" ff="monospace" c="dimmed">
            {error.message}
          </Text>
          <Button
            w="fit-content"
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload
          </Button>
        </Stack>
      </Center>
    );
  }
}
