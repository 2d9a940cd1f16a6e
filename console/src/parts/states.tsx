import type { ReactNode } from 'react';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ApiProblem, sentenceOf } from '../api/api-problem';

interface StateParts {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** A place where something would stand, and why it does not. */
export const PlainState = ({ title, children, action }: StateParts) => (
  <Stack gap="xs" align="flex-start" py="xl" px="md" maw={520}>
    <Title order={2} fz="1rem">
      {title}
    </Title>
    {children !== undefined && (
      <Text c="dimmed" size="sm" component="div">
        {children}
      </Text>
    )}
    {action}
  </Stack>
);

export const LoadingState = ({ rows = 6 }: { readonly rows?: number }) => (
  <Stack gap="sm" p="md" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, at) => (
      <Skeleton key={at} height={18} width={`${92 - ((at * 17) % 40)}%`} />
    ))}
  </Stack>
);

interface ProblemParts {
  readonly error: Error;
  readonly again?: (() => void) | undefined;
}

/** An error in place of what it keeps from being shown. */
export function ProblemState({ error, again }: ProblemParts) {
  const status = error instanceof ApiProblem ? error.status : -1;
  const retry = again && (
    <Button variant="default" onClick={again}>
      Try again
    </Button>
  );
  if (status === 403)
    return (
      <PlainState title="You don’t have access">
        {sentenceOf(error)} An admin can give you another role.
      </PlainState>
    );
  if (status === 404) return <PlainState title="Not found">{sentenceOf(error)}</PlainState>;
  if (status === 0 || status === 503)
    return (
      <PlainState title="Leadkeep isn’t available right now" action={retry}>
        {sentenceOf(error)} Leads that arrive in the meantime are kept.
      </PlainState>
    );
  // What is asked for is in the address: a link that somebody wrote, or that an older release made.
  if (status === 400)
    return <PlainState title="This link asks for something unknown">{sentenceOf(error)}</PlainState>;
  return (
    <PlainState title="Something went wrong" action={retry}>
      {sentenceOf(error)}
      {error instanceof ApiProblem && error.requestId !== undefined && <> Request id: {error.requestId}</>}
    </PlainState>
  );
}
