import { createContext, use } from 'react';
import type { Session } from '../api/session';

const MeContext = createContext<Session | undefined>(undefined);
export const MeProvider = MeContext;

/** Who is signed in. Only below the gate. */
export function useMe(): Session {
  const me = use(MeContext);
  if (!me) throw new Error('nobody is signed in here');
  return me;
}

/** Whether the person may do something. The service decides again at each call. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
