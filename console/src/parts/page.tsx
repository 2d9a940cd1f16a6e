import { useEffect, type ReactNode } from 'react';
import { Box, Group, Stack, Text, Title } from '@mantine/core';

interface PageParts {
  readonly title: string;
  /** What the screen is for, in one sentence. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its title, what can be done, and its content. */
export function Page({ title, about, actions, above, children }: PageParts) {
  useEffect(() => {
    document.title = `${title} · Leadkeep`;
  }, [title]);
  return (
    <Stack gap="md" maw={1360}>
      {above}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0}>
          <Title order={1} className="foreign">
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm" mt={2} component="div">
              {about}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface PanelParts {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Tables reach to the border. `held`: their head, first column and total stay in sight. */
  readonly flush?: boolean | 'held';
}

/** A part of a screen with a heading. */
export const Panel = ({ title, actions, children, flush = false }: PanelParts) => (
  <Box component="section" className="panel" miw={0}>
    {(title !== undefined || actions !== undefined) && (
      <Group justify="space-between" px="md" pt="sm" pb={flush ? 'xs' : 0} gap="xs">
        {title !== undefined && (
          <Title order={2} fz="0.95rem">
            {title}
          </Title>
        )}
        {actions}
      </Group>
    )}
    <Box
      p={flush ? 0 : 'md'}
      className={flush === 'held' ? 'held' : flush ? 'scroll-x' : ''}
      tabIndex={flush ? 0 : undefined}
    >
      {children}
    </Box>
  </Box>
);

/** Pairs of a name and a value. Empty values are left out. */
export const Facts = ({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
  </dl>
);

const FactRow = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="foreign">{value}</dd>
  </>
);
