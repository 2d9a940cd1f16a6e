import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { sweep } from '../../src/app/upkeep/sweep.js';
import { directBody, PATHS, resultBody, searchBody, startApi, type AnswerBody } from './api.js';
import { appliedCatalogue } from './applied-catalogue.js';
import { startBuyer, timesSent } from './buyer.js';
import { IDS } from './catalogue.js';
import { until } from './until.js';
import { startWorkers } from './workers.js';

interface Found {
  readonly svc_lead_id: string;
  readonly offers: readonly { readonly svc_result_id: string; readonly offer: { readonly id: string } }[];
}

/** The whole product in this process, which sells while its database fails. */
export interface Selling {
  readonly connection: Connection;
  /** A submit of form B. */
  direct(): object;
  /** A search, and the submit of one of its results. */
  ofSearch(): Promise<{ readonly searchId: string; readonly body: object }>;
  /**
   * Submits like a careful client, until the lead is decided, while a sweeper brings back what was left. Throws unless it was sold
   * once: sent to its buyer once, with one attempt that left, and with its claims. The id of the lead.
   */
  sellOnce(body: object): Promise<string>;
  close(): Promise<void>;
}

/** `mongoUrl`: without it, a private database on the server of these tests. */
export async function openSelling(mongoUrl?: string): Promise<Selling> {
  const buyer = await startBuyer();
  const { catalogue, apply } = appliedCatalogue({ buyerUrl: buyer.url, directOffers: 1, partner: false });
  const settings = { searchWaitMs: 10_000, submitWaitMs: 10_000, outboundAllow: ['127.0.0.0/8'] };
  const api = await startApi({ ...settings, ...(mongoUrl !== undefined && { mongoUrl }) }, catalogue);
  await apply(api.connection);
  const workers = await startWorkers(api.platform.settings);
  const { connection } = api;
  const rows = <Row>(name: string) => connection.collection<Row & { readonly _id: string }>(name);

  async function decided(body: object): Promise<AnswerBody> {
    const headers = { 'Idempotency-Key': randomUUID() };
    let answer: AnswerBody | undefined;
    const isDecided = async (): Promise<boolean> => {
      await sweep(workers.ports).catch(() => undefined);
      answer = (await api.post(PATHS.leads, body, { headers })).body;
      return answer.code !== 'UNAVAILABLE' && answer.code !== 'PENDING';
    };
    await until(isDecided, 'it is decided');
    return answer!;
  }

  return {
    connection,
    direct: () => directBody(),
    async ofSearch() {
      const { body } = await api.post(PATHS.search, searchBody());
      const { svc_lead_id: searchId, offers } = body as unknown as Found;
      const { svc_result_id } = offers.find(({ offer }) => offer.id === IDS.shared) ?? offers[0]!;
      return { searchId, body: resultBody(searchId, svc_result_id) };
    },
    async sellOnce(body) {
      const { code, svc_lead_id: id } = await decided(body);
      expect([code, timesSent(buyer.received, id)]).to.deep.equal(['ACCEPTED', 1]);
      const lead = await rows<Pick<LeadRecord, 'attempts'>>('leads').findOne({ _id: id });
      // One whose write was never acknowledged did not leave.
      const left = lead?.attempts.filter(({ outcome }) => outcome !== 'never_sent');
      expect(left).to.have.length(1);
      const claims = await rows<{ readonly owners: readonly { readonly lead: string }[] }>('claims')
        .find({ 'owners.lead': id })
        .toArray();
      expect(claims.map(({ owners }) => owners.length)).to.deep.equal([1, 1]);
      return id;
    },
    async close() {
      await workers.close();
      await api.close();
      await buyer.close();
    },
  };
}
