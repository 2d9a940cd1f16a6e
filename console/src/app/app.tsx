import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from './error-boundary';
import { Gate } from './gate';
import { nonce } from './nonce';
import { queryClient } from './query-client';
import { THEME, VARIABLES } from './theme';
import { ZoneProvider } from './zone';

export const App = () => (
  <MantineProvider
    theme={THEME}
    cssVariablesResolver={VARIABLES}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce}
  >
    <Notifications position="bottom-right" />
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <ZoneProvider>
          <Gate />
        </ZoneProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </MantineProvider>
);
