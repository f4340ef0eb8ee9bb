import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const BALANCERS = ['nginx', 'haproxy'] as const;
export type BalancerName = (typeof BALANCERS)[number];

interface Balancer {
  stop(): Promise<void>;
}

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
const PORTS = [3001, 3002, 3003] as const;

/** The installed balancer, with the configuration of deploy/ except for ports and the certificate. */
export async function startBalancer(name: BalancerName, ports: readonly number[], port: number): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `seri-${name}-`));
  const [crt, key, pem] = ['portal.crt', 'portal.key', 'portal.pem'].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=portal.example', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', crt, ...subject], {
    stdio: 'ignore',
  });
  writeFileSync(pem, readFileSync(crt, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  const file = name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg';
  let text = readFileSync(join(DEPLOY, file), 'utf8')
    .replaceAll('/etc/seri/', `${folder}/`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    // The usual limit of open files.
    .replace('maxconn 30000', 'maxconn 4000');
  for (const [index, known] of PORTS.entries())
    text = text.replaceAll(`127.0.0.1:${known}`, `127.0.0.1:${ports[index]}`);
  const config = join(folder, file);
  writeFileSync(config, name === 'nginx' ? inNginx(folder, text) : text);
  const args = name === 'nginx' ? ['-p', folder, '-c', config, '-g', 'daemon off;'] : ['-db', '-f', config];
  const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit').finally(() => rmSync(folder, { recursive: true, force: true }));
  await Promise.race([untilListening(port), ended.then(() => Promise.reject(new Error(`${name} ended at once`)))]);
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await wait(100);
  }
}

const inNginx = (folder: string, site: string): string => `
worker_processes 1;
error_log ${folder}/error.log;
pid ${folder}/pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  ${site}
}
`;
