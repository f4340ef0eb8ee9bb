import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Addresses of this machine, of reserved and private networks, and of networks with internal services. */
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
// A separate list: an IPv4 address would be found in ::/3 too.
const INSIDE_6 = new BlockList();
// All except 2000::/3: reserved, loopback, private, link-local, multicast. Within 2000::/3: documentation and IPv4 embeddings.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  INSIDE_6.addSubnet(network, bits, 'ipv6');

/** True for a public internet address; false for other addresses and other text. */
export function isOutside(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 6 ? !INSIDE_6.check(address, 'ipv6') : !INSIDE_4.check(address, 'ipv4');
}

/** Returns the host of a URL as an IP address, without the brackets of IPv6; null for a name. */
export function addressIn(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : null;
}

/** Names reserved for resolvers and networks (RFC 6761, 6762, 8375 and ICANN's list of name collisions). */
const INSIDE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|host|home\.arpa|in-addr\.arpa|ip6\.arpa|onion|invalid)$/;
const DOTTED = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/g;
const IN_HEX = /(?:^|[.-])([0-9a-f]{8})(?=\.)/g;

/**
 * True when a name may resolve to a public address, judged by the name alone. False for single labels, reserved
 * names, and names that contain an inside address, as used by DNS services that resolve to it.
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

/** An address that must not be called: not `https:`, with credentials, or inside this machine or its networks. */
export class InsideAddress extends Error {}

const LOOK_UP_MS = 2_000;

/**
 * True when a name resolves only to inside addresses now. False when it cannot be resolved within two seconds: {@link
 * lookupOutside} checks it again on each connection.
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
 * Resolves names for outgoing connections: a name that resolves to an inside address, now or after it was checked,
 * fails. Hosts written as addresses do not pass through this function.
 */
export const lookupOutside =
  (resolve: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const outside = addresses.filter(({ address }) => isOutside(address));
      const [first] = outside;
      if (!first) return callback(new InsideAddress('the name resolves to an inside address'), [], 0);
      return options.all ? callback(null, outside) : callback(null, first.address, first.family);
    });
  };
