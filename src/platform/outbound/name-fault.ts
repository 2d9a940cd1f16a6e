import { PROXY } from '../../core/delivery/http-result.js';
import { ResetError } from './answering-socket.js';
import { ADDRESS_REFUSED } from './guarded-connector.js';
import { PROXY_FAILED, PROXY_WANTS_LOGIN, ProxyError } from './proxy-tunnel.js';

/** Whether the error came before the first byte was sent, or after it. */
type Phase = 'connect' | 'answer';

const LOST: Readonly<Record<Phase, string>> = {
  connect: 'the line was lost while connecting',
  answer: 'the line was lost before a complete answer',
};

/** Words for operators. The code follows them, so that it can be looked up. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'no such host name',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'no way to that host',
  ENETUNREACH: 'no way to that network',
  UND_ERR_INVALID_ARG: "the request can't be sent like this: look at its headers",
  UND_ERR_NOT_SUPPORTED: "the request can't be sent like this: look at its headers",
};

/** undici writes no such request to anybody, for example because it has a header that belongs to the connection. */
const REFUSED: readonly string[] = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'];

/** Whether the client refused the request itself. That is a fault of settings, and shows nothing about the destination. */
export const isRequestRefused = (error: unknown): boolean =>
  error instanceof Error && REFUSED.includes((error as NodeJS.ErrnoException).code ?? '');

const LINE_LOST: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'];

/**
 * An error in words with its code: `nobody listens there (ECONNREFUSED)`. For a code without words, the code alone;
 * without a code, the error's name. Never the error's message, which may hold untrusted input.
 */
export function nameFault(error: unknown, phase: Phase): string {
  if (!(error instanceof Error)) return 'error';
  if (error instanceof ResetError) return nameFault(error.cause, phase);
  if (error instanceof ProxyError) return nameProxyFault(error);
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timed out';
  if (code === ADDRESS_REFUSED)
    return 'address refused: it is private or reserved (OUTBOUND_ALLOW names exceptions)';
  const words = LINE_LOST.includes(code) ? LOST[phase] : WORDS[code];
  return words === undefined ? code : `${words} (${code})`;
}

function nameProxyFault({ status, cause }: ProxyError): string {
  if (status === undefined) return `${PROXY} can't be used: ${nameFault(cause, 'connect')}`;
  if (status === PROXY_WANTS_LOGIN) return `${PROXY} refused user or password (HTTP ${status})`;
  return status < PROXY_FAILED
    ? `${PROXY} refused the connection (HTTP ${status})`
    : `${PROXY} could not reach the address (HTTP ${status})`;
}
