import { emailOf } from '../../core/people/person.js';
import { isNewStep, isTotpCode } from '../../core/people/totp.js';
import { TurnsTaken } from '../operators/turns.js';
import {
  BUSY_SECONDS,
  type KnownDevices,
  type OneTimeCodes,
  type Passwords,
  type SignInWaits,
  type WaitCounter,
} from '../ports/sign-in-ports.js';
import type { LocalSignIn } from '../ports/people-store.js';
import { beginSession, type SignedIn, type SignInCall, type SignInPorts } from './begin-session.js';

export interface LocalSignInPorts extends SignInPorts {
  readonly passwords: Passwords;
  readonly codes: OneTimeCodes;
  readonly devices: KnownDevices;
  readonly waits: SignInWaits;
}

/** What somebody typed. */
export interface Typed {
  readonly email: string;
  readonly password: string;
  readonly totp: string;
  /** The token that this browser has from an earlier sign-in. */
  readonly device?: string;
}

export type LocalEnd =
  | (SignedIn & { readonly device: string })
  /** Not tried: there were too many failures, or too many others sign in. */
  | { readonly outcome: 'wait'; readonly seconds: number }
  /** The address, the password or the code: it is not said which. */
  | { readonly outcome: 'wrong' };

/**
 * Signs in with a password and a one-time code. Failures slow down the next tries from the same address, but never
 * those from a browser that has signed in to the account before. Neither do very many at once.
 */
export async function signInLocally(
  ports: LocalSignInPorts,
  typed: Typed,
  call: SignInCall,
): Promise<LocalEnd> {
  const { people, waits, devices, recordRefusal } = ports;
  const { audit, now } = call;
  const email = emailOf(typed.email);
  const account = email ?? typed.email;
  const counters = countersOf(devices, account, typed.device, call);
  const seconds = await waits.take(counters);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const found = email === undefined ? null : await people.findLocal(email);
  // The password is verified also without an account and with a wrong code: each sign-in takes the same time.
  const isRight = await verifyIn(ports.passwords, found?.local.password_hash, typed.password, counters);
  if (isRight === 'busy') {
    await waits.giveBack(counters);
    return { outcome: 'wait', seconds: BUSY_SECONDS };
  }
  const step = found && isRight ? stepOf(ports.codes, found.local, typed.totp, now) : undefined;
  const isIn =
    found && step !== undefined && (await people.useStep(found.person.id, step, found.local.password_hash));
  if (!isIn) {
    const person = found?.person.id;
    const who = person === undefined ? { account: devices.keyedHash(`email:${account}`) } : { person };
    await recordRefusal(audit, { why: 'wrong', ...who });
    return { outcome: 'wrong' };
  }
  await waits.giveBack(counters);
  const begun = await beginSession(ports, found.person, { by: 'password', local: found.local }, call);
  return begun ? { ...begun, device: devices.mint(found.local.email, now) } : { outcome: 'wrong' };
}

async function verifyIn(
  passwords: Passwords,
  hash: string | undefined,
  password: string,
  counters: readonly WaitCounter[],
): Promise<boolean | 'busy'> {
  const isKnown = counters.some(({ kind }) => kind === 'device');
  try {
    return await passwords.verify(hash, password, isKnown ? 'known' : 'stranger');
  } catch (error) {
    if (error instanceof TurnsTaken) return 'busy';
    throw error;
  }
}

function stepOf(
  codes: OneTimeCodes,
  { totp_secret, totp_step, email }: LocalSignIn,
  code: string,
  now: Date,
): number | undefined {
  const typed = code.replaceAll(' ', '');
  const step = isTotpCode(typed) ? codes.stepOf(codes.open(totp_secret, email), typed, now) : undefined;
  return step !== undefined && isNewStep(step, totp_step) ? step : undefined;
}

/** A browser that is known to the account has a counter of its own, and no other one counts for it. */
function countersOf(
  devices: KnownDevices,
  account: string,
  device: string | undefined,
  { network, now }: SignInCall,
): readonly WaitCounter[] {
  const known = device === undefined ? undefined : devices.idOf(device, account, now);
  if (known !== undefined) return [{ kind: 'device', name: devices.keyedHash(`${account} ${known}`) }];
  return [
    { kind: 'pair', name: devices.keyedHash(`${account} ${network}`) },
    { kind: 'address', name: devices.keyedHash(network) },
    { kind: 'account', name: devices.keyedHash(account) },
  ];
}
