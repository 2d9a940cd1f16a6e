import { useState } from 'react';
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { hasKeptTexts } from '../../api/kept-texts';
import { sentenceOf } from '../../api/api-problem';
import { useSignIn, type SignInWays } from '../../api/session';
import { Notice } from '../../parts/notice';
import { Frame } from './frame';

/** Why the identity provider led back without a session. */
const FAULTS: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was cancelled.',
  refused:
    'The identity provider’s answer can’t be trusted. Try again. If it happens again, tell whoever runs Leadkeep.',
  expired: 'That took longer than ten minutes. Start over.',
  unavailable: 'The identity provider or Leadkeep isn’t available. Try again in a moment.',
  no_role: 'You have an account there, but have no role here. Ask an admin for one.',
  removed: 'Your account was removed. An admin can invite you again.',
  replaced: 'You now sign in another way. Use that, or ask for a new invitation.',
  invitation: 'The invitation is not for this account, was used, or has expired. Ask for a new one.',
};

/** Sign-in by the ways that this console offers. */
export function SignIn({ ways }: { readonly ways: SignInWays }) {
  const [search] = useSearchParams();
  const fault = search.get('fault');
  // To leave this page would lose text; it goes on when somebody is signed in beside it.
  const mayLose = hasKeptTexts();
  return (
    <Frame title="Sign in">
      <Stack>
        {fault !== null && <Notice tone="bad">{FAULTS[fault] ?? 'Sign-in did not work. Try again.'}</Notice>}
        {ways.oidc && (
          <Button
            component="a"
            href="/api/v1/sign-in/oidc"
            variant={ways.local ? 'default' : 'filled'}
            fullWidth
            {...(mayLose && { target: '_blank', rel: 'noopener' })}
          >
            Sign in with your organization’s account
          </Button>
        )}
        {mayLose && (
          <Text size="xs">
            Your unsaved draft is kept on this page. Signing in with your organization’s account opens another
            page. Come back here afterward.
          </Text>
        )}
        {ways.oidc && ways.local && <Divider label="or" />}
        {ways.local && <LocalSignIn />}
        <Text size="xs" c="dimmed">
          No account, or can’t sign in? Ask an admin for an invitation.
        </Text>
      </Stack>
    </Frame>
  );
}

function LocalSignIn() {
  const [typed, setTyped] = useState({ email: '', password: '', totp: '' });
  const signIn = useSignIn();
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    required: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ ...typed, totp: typed.totp.replaceAll(' ', '') });
      }}
    >
      <Stack gap="sm">
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
        <TextInput
          label="Code of your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...field('totp')}
        />
        {signIn.error && <Notice tone="bad">{sentenceOf(signIn.error)}</Notice>}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
