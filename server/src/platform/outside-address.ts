import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Addresses of this machine, of networks that are nobody's, and of those behind which a network's own services stand. */
const INSIDE_4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INSIDE_4.addSubnet(network, bits, 'ipv4');
// A list of its own: an address of version 4 would be found in ::/3 too.
const INSIDE_6 = new BlockList();
// Not 2000::/3: nobody's, this machine, private, link, many. In it: examples, and what stands for an IPv4 address.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  INSIDE_6.addSubnet(network, bits, 'ipv6');

/** Is this an address anybody on the internet may have? Text that is no address is none. */
export function isOutside(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 6 ? !INSIDE_6.check(address, 'ipv6') : !INSIDE_4.check(address, 'ipv4');
}

/** The host of a URL as an address, where it is one: in brackets it is an address of version 6. */
export function addressIn(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : null;
}

/** Names that resolvers and networks keep for themselves (RFC 6761, 6762, 8375 and ICANN's list of names that collide). */
const INSIDE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|host|home\.arpa|in-addr\.arpa|ip6\.arpa|onion|invalid)$/;
const DOTTED = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/g;
const IN_HEX = /(?:^|[.-])([0-9a-f]{8})(?=\.)/g;

/**
 * May a name lead outside, as far as the name itself tells? No name of one word, none of this machine or of a network,
 * and none that spells an inside address, as those of services do that answer with the address in the name.
 */
export function isOutsideName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  if (!name.includes('.') || INSIDE_NAMES.test(name)) return false;
  const spelled = [
    ...[...name.matchAll(DOTTED)].map(([, ...numbers]) => numbers.map(Number).join('.')),
    ...[...name.matchAll(IN_HEX)].map(([, hex = '']) => Buffer.from(hex, 'hex').join('.')),
  ];
  return spelled.every((address) => isIP(address) === 0 || isOutside(address));
}

const LOOK_UP_MS = 2_000;

/**
 * Does a name lead to inside addresses alone, as it is resolved now? One that cannot be resolved, or not in two seconds,
 * does not: it is asked again by {@link lookupOutside} whenever a connection is made.
 */
export async function leadsInside(hostname: string, resolve: typeof lookup = lookup): Promise<boolean> {
  const found = new Promise<boolean>((done) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      done(!error && addresses.length > 0 && !addresses.some(({ address }) => isOutside(address)));
    });
  });
  return Promise.race([found, wait(LOOK_UP_MS, false, { ref: false })]);
}

/**
 * Resolves names for a connection to somewhere outside: a name that leads inside, now or since it was looked at, leads
 * nowhere. A host written as an address is not asked here.
 */
export const lookupOutside =
  (resolve: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const outside = addresses.filter(({ address }) => isOutside(address));
      const [first] = outside;
      if (!first) return callback(new Error('the name leads to an address inside a network'), [], 0);
      return options.all ? callback(null, outside) : callback(null, first.address, first.family);
    });
  };
