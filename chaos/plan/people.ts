import { seeded } from './random.js';

/** An invented consumer. */
export interface Person {
  readonly email: string;
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly state: string;
}

const STATES = ['WI', 'IL', 'MN', 'IA'] as const;
/** The share of people with the previous person's phone, so that identities overlap in part. */
const HOUSEHOLDS = 0.1;

/** The same people for the same seed. */
export function inventPeople(seed: number, count: number): Person[] {
  const random = seeded(seed, 'people');
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) {
    const number = String(n).padStart(6, '0');
    const before = people.at(-1);
    people.push({
      email: `person-${number}.${seed}@chaos.example`,
      phone: before && random.chance(HOUSEHOLDS) ? before.phone : `6085${number}`,
      first_name: random.pick(['Ann', 'Ben', 'Cleo', 'Dan']),
      last_name: `Chaos${number}`,
      state: random.pick(STATES),
    });
  }
  return people;
}
