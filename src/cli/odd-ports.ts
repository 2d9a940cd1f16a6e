import type { OfferEntry } from '../core/catalogue/document.js';

/** The web's, and those of servers behind a proxy. */
const USUAL = ['', '80', '443', '8080', '8443'];

/** Offers whose requests go to a port that web servers seldom have: a slip, or another kind of server behind it. */
export function oddPorts(offers: readonly OfferEntry[]): string[] {
  return offers.flatMap(({ handle, status, delivery, partner }) => {
    const urls = [delivery.url, delivery.follow_up?.url, delivery.test_url, partner?.search.url];
    const ports = [...urls, partner?.search.test_url].flatMap((url) => portOf(url));
    const odd = [...new Set(ports)].filter((port) => !USUAL.includes(port));
    return status === 'retired' || odd.length === 0
      ? []
      : [`${handle} goes to port ${odd.join(', ')}, which is unusual for a web server`];
  });
}

function portOf(url: string | undefined): string[] {
  const filled = url?.replaceAll('${reference}', 'reference') ?? '';
  if (!URL.canParse(filled)) return [];
  const { hostname, port } = new URL(filled);
  // The sandbox's, on this machine, is any.
  return hostname === 'localhost' || hostname.startsWith('127.') ? [] : [port];
}
