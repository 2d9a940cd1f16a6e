/** What a party does with one request. */
export interface Reply {
  /** The word for the list of received requests. */
  readonly word: string;
  /** The name under which a party may define its own shape of this answer. */
  readonly says: string;
  readonly status: number;
  /** In Leadkeep's own format, which needs no mapping: an object is sent as JSON, text as HTML. */
  readonly body: object | string;
  /** From here on the party has the lead, whether or not its answer arrives. */
  readonly takes: boolean;
  /** Milliseconds before the answer, in addition to the party's own latency. */
  readonly after?: number;
  /** `nothing`: the connection is dropped instead of an answer. `half`: in the middle of the answer. */
  readonly sends?: 'nothing' | 'half';
  readonly location?: string;
  /** What the party calls back, how often, and whether its signature is valid. */
  readonly callsBack?: { readonly says: Decision; readonly times: number; readonly forged?: boolean };
}

/** What a callback can say. */
export type Decision = 'accepted' | 'rejected';

const says = (result: string, over: Partial<Reply> = {}): Reply => ({
  word: result,
  says: result,
  status: 200,
  takes: false,
  ...over,
  body: { result, ...(typeof over.body === 'object' ? over.body : {}) },
});

export const accepted = says('accepted', { takes: true });
export const pending = says('pending', { status: 202, takes: true });
export const duplicate = says('duplicate', { body: { reason: 'We already have this student.' } });
export const rejected = says('rejected', {
  body: { reason: 'This program is not taking students from that area.' },
});
export const busy = says('retry', { status: 503, body: { reason: 'Busy, try again' } });
export const broken: Reply = {
  word: 'error 500',
  says: 'error',
  status: 500,
  body: { error: 'internal' },
  takes: false,
};
export const garbage: Reply = {
  word: 'garbage',
  says: 'garbage',
  status: 200,
  body: '<!doctype html><title>Thank you</title><p>Your inquiry was received.',
  takes: true,
};
export const moved: Reply = {
  word: 'redirect',
  says: 'redirect',
  status: 302,
  body: '',
  takes: false,
  location: '/elsewhere',
};
/** The connection is dropped before the party took anything. */
export const down: Reply = { word: 'down', says: '', status: 0, body: '', takes: false, sends: 'nothing' };
/** The same for one lead, while the party works. */
export const dropped: Reply = { ...down, word: 'dropped' };

/** An answer that only this party defines. */
export const ownReply = (name: string, takes: boolean): Reply => ({
  word: name,
  says: name,
  status: 200,
  body: '',
  takes,
});

/** The reason in Leadkeep's own format. */
export const reasonOf = ({ body }: Reply): string =>
  typeof body === 'object' && 'reason' in body && typeof body.reason === 'string' ? body.reason : '';
