import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem';
import { backgroundHeader } from './attention';
import { csrfHeader, problemOf, setCsrf } from './client';
import { keepTextsOnlyOf } from './kept-texts';
import { plainTexts } from './plain-texts';

/** Ways to sign in that this console offers. */
export interface SignInWays {
  readonly local: boolean;
  readonly oidc: boolean;
}

/** Who is signed in, and what they may do. */
export interface Session {
  readonly person: { readonly id: string; readonly name: string; readonly email: string | null };
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly csrf: string;
  readonly expires_at: string;
}

export type WhoAmI =
  | { readonly signedIn: true; readonly session: Session }
  | { readonly signedIn: false; readonly ways: SignInWays };

const PATH = '/api/v1/session';
/** The query of who is signed in. */
export const SESSION_KEY = ['session'];

/** Calls an address outside the table of routes: sign-in, session and invitations. */
export async function callPlain<Answer>(path: string, method = 'GET', body?: object): Promise<Answer> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? backgroundHeader() : csrfHeader()),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiProblem(0, 'UNREACHABLE', 'Can’t reach Leadkeep. Try again.');
  });
  const text = await response.text();
  const answer: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  if (!response.ok) throw Object.assign(problemOf(response, answer), { answer });
  return plainTexts(answer as Answer);
}

/** If another tab has signed in somebody else, what was read before is forgotten. */
async function whoAmI(client: QueryClient): Promise<WhoAmI> {
  try {
    const session = await callPlain<Session>(PATH);
    const before = client.getQueryData<WhoAmI>(SESSION_KEY);
    if (before?.signedIn && before.session.person.id !== session.person.id)
      client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== SESSION_KEY[0] });
    keepTextsOnlyOf(session.person.id);
    setCsrf(session.csrf);
    return { signedIn: true, session };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    const { sign_in } = (error as ApiProblem & { answer: { sign_in?: SignInWays } }).answer;
    return { signedIn: false, ways: sign_in ?? { local: true, oidc: false } };
  }
}

/** Read every minute and when the window is looked at again, so that a role taken away soon shows. */
export const useWhoAmI = () =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ client }) => whoAmI(client),
    refetchInterval: 60_000,
    staleTime: 30_000,
  });

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly totp: string;
}

/** Signs in. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: Credentials) => callPlain<Session>(PATH, 'POST', sent),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}

/** Signs out, and forgets everything that was read. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callPlain(PATH, 'DELETE'),
    onSettled: () => {
      client.clear();
      window.location.assign('/');
    },
  });
}
