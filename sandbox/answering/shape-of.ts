import type { Shape, Shapes } from '../party.js';
import { render, type Rendered, type Values } from './render.js';
import { reasonOf, type Reply } from './reply.js';

/**
 * A reply in the first of the shapes that has its name, else in the shape that Leadkeep reads without a mapping.
 * `reference`: told where the reply is about a lead.
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

/** `{{` in a reason or result would be a name; ours have none. */
function usual({ body }: Reply, reference: string): Shape {
  if (typeof body === 'string') return body === '' ? {} : { type: 'html', body };
  return { type: 'json', body: reference === '' ? body : { ...body, reference } };
}
