import { useState } from 'react';
import { Box, Button, Code, List, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { sentenceOf } from '../../api/api-problem';
import type { components } from '../../api/schema';
import { callPlain, SESSION_KEY } from '../../api/session';
import { CopyId } from '../../parts/copy-id';
import { Notice } from '../../parts/notice';
import { LoadingState, ProblemState } from '../../parts/states';
import { Frame } from './frame';

type OpenInvitation = components['schemas']['OpenInvitation'];

/** Accepts an invitation: a name, a password, and a code of an authenticator app. The token stands behind the `#`. */
export function Invitation() {
  const [token] = useState(() => window.location.hash.slice(1));
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callPlain<OpenInvitation>('/api/v1/invitations/read', 'POST', { token }),
    staleTime: Infinity,
  });
  if (!query.data)
    return (
      <Frame title="Welcome">
        {query.error ? <ProblemState error={query.error} /> : <LoadingState rows={4} />}
      </Frame>
    );
  const { sign_in: ways } = query.data;
  return (
    <Frame title="Welcome to Leadkeep">
      <Stack>
        {ways.oidc && <AtProvider token={token} isOnlyWay={!ways.local} />}
        {ways.local && <Accept invitation={query.data} token={token} />}
      </Stack>
    </Frame>
  );
}

function AtProvider({ token, isOnlyWay }: { readonly token: string; readonly isOnlyWay: boolean }) {
  const beginning = useMutation({
    mutationFn: () =>
      callPlain<{ readonly url: string }>('/api/v1/sign-in/oidc', 'POST', { invitation: token }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <Button
        variant={isOnlyWay ? 'filled' : 'default'}
        loading={beginning.isPending}
        onClick={() => beginning.mutate()}
      >
        Accept with your organization’s account
      </Button>
      {beginning.error && <Notice tone="bad">{sentenceOf(beginning.error)}</Notice>}
    </>
  );
}

function Accept({ invitation, token }: { readonly invitation: OpenInvitation; readonly token: string }) {
  const { email, roles, totp, password: rule } = invitation;
  const [typed, setTyped] = useState({ name: '', email: '', password: '', totp: '' });
  const client = useQueryClient();
  const [, go] = useLocation();
  const accepting = useMutation({
    mutationFn: () => {
      const { email: own, ...sent } = typed;
      const named = { token, ...sent, ...(email === null && { email: own }) };
      return callPlain('/api/v1/invitations/accept', 'POST', named);
    },
    onSuccess: async () => {
      go('/', { replace: true });
      await client.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
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
        accepting.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {email !== null && (
            <>
              You are invited as <b className="foreign">{email}</b>.{' '}
            </>
          )}
          {roles !== null && roles.length > 0 && <>Your role: {roles.join(', ')}.</>}
        </Text>
        <TextInput label="Your name" autoComplete="name" data-autofocus maxLength={100} {...field('name')} />
        {email === null && (
          <TextInput label="E-mail" type="email" autoComplete="username" {...field('email')} />
        )}
        <PasswordInput
          label="Password"
          description={`At least ${rule.min} characters`}
          autoComplete="new-password"
          {...field('password')}
        />
        <Box>
          <Text size="sm" fw={500}>
            Your authenticator app
          </Text>
          <List size="sm" type="ordered" c="dimmed">
            <List.Item>Scan this QR code with your authenticator app.</List.Item>
            <List.Item>Then enter the six-digit code that it shows.</List.Item>
          </List>
          <Box ta="center" my="xs">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(totp.qr_svg)}`}
              width={176}
              height={176}
              alt="QR code of the key below"
              style={{ background: '#fff', borderRadius: 8 }}
            />
          </Box>
          <Text size="xs" c="dimmed">
            Or enter this key: <Code className="foreign">{totp.secret}</Code>{' '}
            <CopyId id={totp.secret} label="secret" />
          </Text>
        </Box>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...field('totp')}
        />
        {accepting.error && <Notice tone="bad">{sentenceOf(accepting.error)}</Notice>}
        <Button type="submit" fullWidth loading={accepting.isPending}>
          Accept and sign in
        </Button>
      </Stack>
    </form>
  );
}
