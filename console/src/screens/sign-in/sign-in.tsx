import { useState } from 'react';
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { sentenceOf } from '../../api/api-problem';
import { useSignIn, type SignInWays } from '../../api/session';
import { Notice } from '../../parts/notice';
import { Frame } from './frame';

/** Sign-in by the ways that this console offers. */
export const SignIn = ({ ways }: { readonly ways: SignInWays }) => (
  <Frame title="Sign in">
    <Stack>
      {ways.oidc !== false && (
        <Button
          component="a"
          href="/api/v1/sign-in/oidc"
          variant={ways.local ? 'default' : 'filled'}
          fullWidth
        >
          Sign in with your organization’s account
        </Button>
      )}
      {ways.oidc !== false && ways.local && <Divider label="or" />}
      {ways.local && <LocalSignIn />}
      <Text size="xs" c="dimmed">
        No account, or no way in any more? Somebody who manages people can invite you (again).
      </Text>
    </Stack>
  </Frame>
);

function LocalSignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const signIn = useSignIn();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ email, password, totp });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
          }}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
          }}
        />
        <TextInput
          label="Code of your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={totp}
          onChange={(event) => {
            setTotp(event.currentTarget.value);
          }}
        />
        {signIn.error && <Notice tone="bad">{sentenceOf(signIn.error)}</Notice>}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
