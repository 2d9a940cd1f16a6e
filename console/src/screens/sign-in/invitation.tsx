import { Frame } from './frame';

/** Takes up an invitation: a name, a password, and a code of an authenticator app. */
export const Invitation = ({ token }: { readonly token: string }) => (
  <Frame title="Welcome">{token.length}</Frame>
);
