import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from './error-boundary';
import { Gate } from './gate';
import { queryClient } from './query-client';
import { THEME, VARIABLES } from './theme';
import { ZoneProvider } from './zone';

/** The nonce of this page, which the process wrote into the document. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// What keeps the page still behind a dialog adds a style of its own, and reads the nonce there.
Object.assign(window, { __webpack_nonce__: nonce });

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
