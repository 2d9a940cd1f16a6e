import { CLIENT, startProvider, type TestProvider } from './oidc-provider.js';
import { startOperatorApi, type TestOperatorApi } from './operator-api.js';

export const CONSOLE = 'https://console.example';
export const BEGIN = '/api/v1/sign-in/oidc';

/** An OpenID provider, and an operator API whose people sign in there. Close both. */
export async function startProvidedApi(
  settings: Parameters<typeof startOperatorApi>[0] = {},
): Promise<{ readonly provider: TestProvider; readonly api: TestOperatorApi }> {
  const provider = await startProvider(`${CONSOLE}${BEGIN}/callback`);
  const api = await startOperatorApi({
    ...{ consoleUrl: CONSOLE, outboundAllow: ['127.0.0.0/8'] },
    ...{ oidcIssuer: provider.issuer, oidcClientId: CLIENT.id, oidcClientSecret: CLIENT.secret },
    ...settings,
  });
  return { provider, api };
}
