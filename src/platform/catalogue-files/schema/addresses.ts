import { SECRET, secretNamesIn } from '../../../core/catalogue/named-secrets.js';
import { secretNameProblem } from '../../outbound/secret-value.js';

/** What is wrong with the address of a buyer or partner, or undefined. `validate-addresses.ts` checks `http:`. */
export function addressProblem(text: string): string | undefined {
  if (text.includes('${')) return "can't hold ${…}: a secret belongs into a header";
  if (/[\s\p{C}]/u.test(text)) return 'must be an address without spaces';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:\/\//i.test(text))
    return 'must be a whole address that begins with https://';
  if (url.username !== '' || url.password !== '')
    return "can't hold a name or password: write an Authorization header with ${secret:NAME}";
  return undefined;
}

/** What is wrong with a host that a step may ask at. It is compared with that of an address as it stands. */
export const hostProblem = (text: string): string | undefined =>
  URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text
    ? undefined
    : 'must be a host in lower case, with a port if it is not 443, like cert.example or cert.example:8443';

/**
 * Headers that belong to the connection or to Leadkeep. Setting them would break or contradict a request; undici sends no request
 * with some of them.
 */
const OURS = [
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'idempotency-key',
  'expect',
  'upgrade',
];

export function headerNameProblem(name: string): string | undefined {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) return 'is not the name of a header';
  return OURS.includes(name.toLowerCase()) ? "is a header that can't be set" : undefined;
}

const namesProblem = (value: string): string | undefined =>
  secretNamesIn(value)
    .map(secretNameProblem)
    .find((problem) => problem);

/** Requires that the whole value is a secret's name. The secret itself must never be written here. */
export const secretProblem = (value: string): string | undefined =>
  value.replace(SECRET, '') === '' && value !== '' && value.match(SECRET)?.length === 1
    ? namesProblem(value)
    : 'must be ${secret:NAME}: the environment has the secret itself';

export function headerValueProblem(value: string): string | undefined {
  if (/[^\t\x20-\x7e]/.test(value)) return 'may hold printable ASCII characters only';
  return value.replaceAll(SECRET, '').includes('${')
    ? 'may hold ${secret:NAME} and no other ${…}'
    : namesProblem(value);
}
