import { useSyncExternalStore } from 'react';
import { answerOf, api } from '../../api/client';

/**
 * Secrets that somebody types into a form, by name, until the form is saved. They are in this page's memory alone: what a
 * form keeps for somebody who comes back has only their names.
 */
let typed: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, string>): void {
  typed = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTypedSecrets = (): ReadonlyMap<string, string> =>
  useSyncExternalStore(subscribe, () => typed);

/** An empty value: nothing is typed. */
export function typeSecret(name: string, value: string): void {
  const next = new Map(typed);
  if (value === '') next.delete(name);
  else next.set(name, value);
  set(next);
}

export const forgetTypedSecrets = (): void => {
  if (typed.size > 0) set(new Map());
};

/**
 * Stores those that `entry` refers to, and forgets each that is stored. One that somebody else set meanwhile stays as it
 * is. Returns whether there was any. Throws an ApiProblem.
 */
export async function storeTypedSecrets(entry: unknown, why: string): Promise<boolean> {
  const text = JSON.stringify(entry);
  const needed = [...typed].filter(([name]) => text.includes(`\${secret:${name}}`));
  if (needed.length === 0) return false;
  const { secrets } = await answerOf(api.GET('/api/v1/operator/secrets'));
  const stored = new Set(secrets.flatMap(({ name, set_at: at }) => (at === null ? [] : name)));
  for (const [name, value] of needed) {
    if (!stored.has(name))
      await answerOf(
        api.PUT('/api/v1/operator/secrets/{name}', {
          params: { path: { name } },
          body: { value: value.trim(), why },
        }),
      );
    typeSecret(name, '');
  }
  return true;
}
