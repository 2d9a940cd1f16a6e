import type { DraftPorts } from '../app/drafts/draft-ports.js';
import type { OperatorPorts } from './route.js';

/** What changes of the catalogue need. */
export const draftPorts = (ports: OperatorPorts): DraftPorts => {
  const { drafts, files, overview, leads, versions: catalogue, timedChanges, books, clock } = ports;
  return { drafts, files, overview, leads, catalogue, timedChanges, books, clock };
};
