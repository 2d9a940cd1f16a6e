import { Suspense, useEffect } from 'react';
import { AppShell, Box, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from 'wouter';
import { FindField } from '../parts/find-field';
import { Notice } from '../parts/notice';
import { LoadingState } from '../parts/states';
import { Brand } from './brand';
import { ErrorBoundary } from './error-boundary';
import { Navigation } from './navigation-bar';
import { PersonMenu } from './person-menu';
import { Screens } from './screens';

/** The frame around every screen: navigation, the one find field, and the reader's own menu. */
export function Shell({ away }: { readonly away: boolean }) {
  const [opened, { toggle, close }] = useDisclosure();
  const [path] = useLocation();
  useEffect(() => {
    close();
    window.scrollTo(0, 0);
  }, [path, close]);
  return (
    <AppShell
      header={{ height: 54 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <AppShell.Header className="rail">
        <a className="skip" href="#content">
          Skip to content
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Link href="/" className="plain" aria-label="Leadkeep, to Now">
            <Brand />
          </Link>
          <Box flex={1} maw={560} mx="auto">
            <FindField key={path} />
          </Box>
          <PersonMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="rail" p="xs">
        <Navigation path={path} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {away && (
          <Notice tone="wait" mb="md">
            Can’t reach Leadkeep right now. This page keeps trying, and may show older data until then.
          </Notice>
        )}
        <ErrorBoundary key={path}>
          <Suspense fallback={<LoadingState />}>
            <Screens />
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  );
}
