import type { Caller } from '../affiliate-ownership.js';
import type { WebPorts } from '../ports/web-ports.js';
import { notFound } from '../request-refused.js';
import { openStatement, type Statement } from './open-statement.js';

/**
 * Opens the caller's own statement of a month. Throws RequestRefused if the books have no such month, or if the month
 * closed before the affiliate existed. Test leads are in no books, so for a test key no month exists (ADR 31).
 */
export async function openOwnStatement(
  { statements }: Pick<WebPorts, 'statements'>,
  caller: Caller,
  month: string,
): Promise<Statement> {
  if (caller.is_test) throw notFound('month');
  const opened = await openStatement(statements, { kind: 'affiliate', id: caller.affiliate_id, month });
  if (opened.outcome !== 'opened') throw notFound('month');
  return opened.statement;
}
