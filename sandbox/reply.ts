/** What a party does with one request. */
export interface Reply {
  /** A word for the list of what was received. */
  readonly word: string;
  readonly status: number;
  /** An object is sent as JSON, text as HTML. */
  readonly body: object | string;
  /** From here on the party has the lead, whether or not its answer arrives. */
  readonly takes: boolean;
  /** Milliseconds before the answer. */
  readonly after?: number;
  /** `nothing`: the line is dropped instead of an answer. `half`: in the middle of it. */
  readonly sends?: 'nothing' | 'half';
  readonly location?: string;
}

export const accepted: Reply = { word: 'accepted', status: 200, body: { result: 'accepted' }, takes: true };
export const pending: Reply = { word: 'pending', status: 202, body: { result: 'pending' }, takes: true };
export const duplicate: Reply = {
  word: 'duplicate',
  status: 200,
  body: { result: 'duplicate', reason: 'We already have this student.' },
  takes: false,
};
export const rejected: Reply = {
  word: 'rejected',
  status: 200,
  body: { result: 'rejected', reason: 'This program is not taking students from that area.' },
  takes: false,
};
export const busy: Reply = {
  word: 'retry',
  status: 503,
  body: { result: 'retry', reason: 'Busy, try again' },
  takes: false,
};
export const broken: Reply = { word: 'error 500', status: 500, body: { error: 'internal' }, takes: false };
export const garbage: Reply = {
  word: 'garbage',
  status: 200,
  body: '<!doctype html><title>Thank you</title><p>Your inquiry was received.',
  takes: true,
};
export const moved: Reply = { word: 'redirect', status: 302, body: '', takes: false, location: '/elsewhere' };
/** The line is dropped before anything was taken. */
export const down: Reply = { word: 'down', status: 0, body: '', takes: false, sends: 'nothing' };
