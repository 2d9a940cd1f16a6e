import type { DraftPorts } from '../app/drafts/draft-ports.js';
import type { SecretPlaces } from '../app/secrets/set-secret.js';
import type { OperatorPorts } from './route.js';

/** What changes of the catalogue need. */
export const draftPorts = (ports: OperatorPorts): DraftPorts & SecretPlaces => {
  const { drafts, files, overview, leads, versions: catalogue, timedChanges, books, clock } = ports;
  const { secrets, processes } = ports;
  return { drafts, files, overview, leads, catalogue, timedChanges, books, clock, secrets, processes };
};
