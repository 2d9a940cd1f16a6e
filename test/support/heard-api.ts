import { expect } from 'chai';
import { createHttpServer } from '../../src/http/http-server.js';
import { openApi } from '../../src/api/open-api.js';
import type { Settings } from '../../src/platform/process/settings.js';
import { callApi, startApi, type Answered, type Method, type Sent, type TestApi } from './api.js';
import { captureLog, type CapturedLog } from './captured-log.js';
import { openServer, type OpenServer } from './open-server.js';

/** Stands in what must not come back or reach the log. */
export const MARKER = 'Zq7-marker';

/** The real app with its log in memory, no worker. */
export interface HeardApi {
  readonly api: TestApi;
  readonly url: string;
  readonly heard: CapturedLog;
  call(method: Method, path: string, sent?: Sent): Promise<Answered>;
  /** Another server of the same app, with less patience. Close it before this. */
  serve(times: Times): Promise<OpenServer>;
  close(): Promise<void>;
}

type Times = NonNullable<Parameters<typeof createHttpServer>[2]>;

export async function startHeardApi(settings: Partial<Settings> = {}): Promise<HeardApi> {
  const api = await startApi({ searchWaitMs: 0, submitWaitMs: 0, ...settings });
  const heard = captureLog();
  const opened = openApi({ ...api.platform, log: heard.log }, 'web-heard');
  await opened.ready;
  const serve = (times: Times) => openServer(createHttpServer(opened.app, heard.log, times));
  const server = await serve({});
  return {
    api,
    url: server.url,
    heard,
    serve,
    call: (method, path, sent) => callApi(server.url, method, path, { key: api.key, ...sent }),
    async close() {
      await server.close();
      await opened.close();
      await api.close();
    },
  };
}

const MEMBERS = ['code', 'status', 'reason', 'message', 'success', 'retryable', 'request_id'] as const;

/** An envelope of a fault of the caller's, whose id is in its header, and which repeats nothing that was sent. */
export function expectRefusal(answer: Pick<Answered, 'status' | 'headers' | 'body'>): void {
  expect(answer.status).to.be.within(400, 499);
  expect(answer.body).to.include.all.keys(...MEMBERS);
  expect(answer.body).to.include({ success: false, retryable: false, status: 'invalid' });
  expect(answer.headers['x-request-id']).to.equal(answer.body.request_id);
  expect(answer.body['message']).to.match(/^\S.*\.$/);
  expect(JSON.stringify(answer.body)).to.not.contain(MARKER);
}

/** Nothing of what was sent is in the log, and no call has failed. */
export function expectQuiet({ heard }: HeardApi): void {
  expect(heard.text()).to.not.contain(MARKER);
  for (const line of heard.lines())
    expect(line['level'], JSON.stringify(line)).to.be.oneOf(['debug', 'info']);
  for (const { http } of heard.lines()) if (http !== undefined) expect(http).to.be.below(500);
}
