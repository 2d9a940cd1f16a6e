import { randomUUID } from 'node:crypto';

const KEPT = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's own id of a request where it is fit to be logged and answered, else a new one. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && KEPT.test(header) ? header : randomUUID();
