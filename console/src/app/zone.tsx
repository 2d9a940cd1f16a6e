import { createContext, use, useMemo, useState, type ReactNode } from 'react';

/** The zone in which the reader wants to see times. */
interface ZoneChoice {
  readonly zone: string;
  readonly choose: (zone: string) => void;
}

const KEPT_AS = 'leadkeep-zone';
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const ZoneContext = createContext<ZoneChoice>({ zone: OWN_ZONE, choose: () => undefined });

/** Whether the browser knows the zone. */
export function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The one that was chosen in this browser, or its own. */
export function keptZone(): string {
  const kept = localStorage.getItem(KEPT_AS);
  return kept !== null && isZone(kept) ? kept : OWN_ZONE;
}

export function ZoneProvider({ children }: { readonly children: ReactNode }) {
  const [zone, setZone] = useState(keptZone);
  const value = useMemo(
    () => ({
      zone,
      choose: (chosen: string) => {
        localStorage.setItem(KEPT_AS, chosen);
        setZone(chosen);
      },
    }),
    [zone],
  );
  return <ZoneContext value={value}>{children}</ZoneContext>;
}

export const useZone = (): ZoneChoice => use(ZoneContext);
