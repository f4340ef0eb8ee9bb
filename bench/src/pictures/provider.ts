import { setPriority } from 'node:os';
import sharp from 'sharp';
import { pictureProvider } from '../../../server/src/testing/http/picture-provider.ts';
import { faultyAnswers } from '../../../server/src/testing/http/provider-faults.ts';

/** First message of the provider's process. */
export interface ProviderStarted {
  /** Address of a picture, with the placeholders HOST and PATH. */
  address: string;
  cert: string;
}
/** Answer to any message. */
export interface ProviderReport {
  asked: number;
  /** Requests that reached addresses inside the network. */
  insideCalls: number;
  /** Pictures that were answered more than once. */
  twice: number;
}

/** Different pictures; all others repeat them. */
const PICTURES = 64;
const SIZE = { width: 800, height: 600 };
/** A provider has a machine of its own: here it takes the processor last. */
const PRIORITY = 15;

setPriority(PRIORITY);
const samples = await Promise.all(
  Array.from({ length: PICTURES }, (_, at) =>
    sharp({
      create: {
        ...{ ...SIZE, channels: 3, background: '#808080' },
        noise: { type: 'gaussian', mean: 64 + at * 2, sigma: 40 },
      },
    })
      .blur(1.5)
      .jpeg({ quality: 85 })
      .toBuffer(),
  ),
);
const answered = new Map<string, number>();
const provider = await pictureProvider(
  faultyAnswers({
    isEverSilent: true,
    pictureAt: (path) => samples[Number(/\d+/.exec(path)?.[0]) % PICTURES],
    inside: () => provider.inside,
    onAnswered: (path) => answered.set(path, (answered.get(path) ?? 0) + 1),
  }),
);
const send = (message: ProviderStarted | ProviderReport) => process.send?.(message);
process.on('message', () =>
  send({
    asked: provider.asked.length,
    insideCalls: provider.canaryCalls.length,
    twice: [...answered.values()].filter((times) => times > 1).length,
  }),
);
process.on('disconnect', () => process.exit(0));
send({ address: provider.at('PATH', 'HOST'), cert: provider.cert });
