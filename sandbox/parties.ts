import { faultsOf } from './file/check-parties.js';
import type { Party, SandboxFile } from './party.js';

/** Messages about what is wrong with a requested party. */
export type Faults = readonly string[];

/** All parties that the sandbox plays now. They may change at any time. */
export function createParties(file: SandboxFile) {
  let { seed } = file;
  let all = new Map(file.parties.map((party) => [party.handle, party]));
  return {
    all: (): readonly Party[] => [...all.values()],
    named: (handle: string): Party | undefined => all.get(handle),
    of(kind: Party['kind'], handle: string): Party | undefined {
      const party = all.get(handle);
      return party?.kind === kind ? party : undefined;
    },
    seed: (): string => seed,
    /** Creates or replaces a party, or returns why it can't. */
    put(wish: unknown): Party | Faults {
      const checked = faultsOf({ version: 1, parties: [wish] });
      if ('faults' in checked) return checked.faults.map(({ message }) => message);
      const [party] = checked.file.parties;
      if (!party) return ['a party is missing'];
      all.set(party.handle, party);
      return party;
    },
    remove: (handle: string): boolean => all.delete(handle),
    replace(next: SandboxFile): void {
      seed = next.seed;
      all = new Map(next.parties.map((party) => [party.handle, party]));
    },
  };
}

export type Parties = ReturnType<typeof createParties>;

export const isFaults = (result: Party | Faults): result is Faults => Array.isArray(result);
