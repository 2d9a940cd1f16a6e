import type { Shape, Shapes } from '../party.js';
import { render, type Rendered, type Values } from './render.js';
import { reasonOf, type Reply } from './reply.js';

/**
 * The reply in the first of the shapes that defines its name, else in Leadkeep's own format. `reference`: set if the reply
 * is about a lead.
 */
export function shapeReply(
  reply: Reply,
  all: readonly Shapes[],
  about: Omit<Values, 'result' | 'reason'>,
): Rendered {
  const values = { ...about, result: reply.says, reason: reasonOf(reply) };
  const own = all.find((shapes) => Object.hasOwn(shapes, reply.says))?.[reply.says];
  return render(own ?? usual(reply, about.reference), reply.status, values);
}

/** `{{` in a reason or result would start a name; our own texts contain none. */
function usual({ body }: Reply, reference: string): Shape {
  if (typeof body === 'string') return body === '' ? {} : { type: 'html', body };
  return { type: 'json', body: reference === '' ? body : { ...body, reference } };
}
