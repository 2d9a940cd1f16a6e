import { seeded } from '../../../chaos/plan/random.js';
import type { PlannedLead } from '../story/planned-lead.js';

const FIRST = [
  ...['Ada', 'Ben', 'Carla', 'Diego', 'Elif', 'Femi', 'Grace', 'Hana', 'Ivan', 'Jade', 'Kofi', 'Lena'],
  ...['Mateo', 'Nadia', 'Oscar', 'Priya', 'Quinn', 'Rosa', 'Sven', 'Tara', 'Umar', 'Vera', 'Wes', 'Yuki'],
];
const LAST = [
  ...['Abara', 'Bishop', 'Castro', 'Dunn', 'Eriksen', 'Fontaine', 'Garza', 'Holt', 'Ito', 'Jansen', 'Khan'],
  ...['Lindgren', 'Mbeki', 'Novak', 'Okafor', 'Petrov', 'Quist', 'Rossi', 'Sato', 'Torres', 'Usman', 'Vance'],
];

/** What buyers say when they refuse a lead. */
export const REASONS = [
  ...['The phone number is not in service', 'No seats left in this program', 'Already enrolled with us'],
  ...['The person asked not to be called'],
];

/** A made-up person, the same for the same lead. */
export function personOf({ n }: PlannedLead, seed: number): NonNullable<PlannedLead['person']> {
  const random = seeded(seed + n, 'people of the history');
  const [first_name, last_name] = [random.pick(FIRST), random.pick(LAST)];
  return { first_name, last_name, email: `${first_name}.${last_name}.${n}@example.com`.toLowerCase() };
}
