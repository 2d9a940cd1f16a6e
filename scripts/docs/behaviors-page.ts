import { BEHAVIOURS } from '../../sandbox/answering/behaviours.js';
import { referencePage } from './reference-page.js';

/** docs/reference/sandbox-behaviors.md: how the sandbox's parties can behave. */
export const behaviorsPage = (): string =>
  referencePage(`# Behaviors of the sandbox

The lead's last name, or the city of a search, chooses one ([how](sandbox.md#behaviors)).

| Last name, city | With a lead | With a partner's search |
|---|---|---|
${BEHAVIOURS.map(({ name, does, search }) => `| ${name} | ${does} | ${search?.does ?? 'Its results.'} |`).join('\n')}
`);
