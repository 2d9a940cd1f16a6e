import { hash } from 'node:crypto';

const DIGEST_LENGTH = 32;

/** The name of something by its content: equal texts have one name in every process and version. */
export const contentId = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
