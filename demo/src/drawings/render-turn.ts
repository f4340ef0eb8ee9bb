import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { renderPicture } from './render-picture.ts';
import { drawTurn, type VehicleTurn } from './vehicles/draw-vehicle.ts';

const MOMENTS = 18;
const MOMENT_SECONDS = 0.14;
/** Two turns, so that a late viewer still sees the whole motorcycle. */
const ROUNDS = 2;
const WIDTH = 640;
const HEIGHT = 480;

/** A rotating motorcycle as a WebM video that every browser can play. */
export async function renderTurn(turn: VehicleTurn): Promise<Buffer> {
  const moments: Buffer[] = [];
  // One after another, so that a video does not delay the pictures of a list.
  for (let moment = 0; moment < MOMENTS; moment++)
    moments.push(frameOf(await renderPicture(drawTurn(turn, (moment / MOMENTS) * 360), WIDTH)));
  return toWebM(Array.from({ length: ROUNDS }, () => moments).flat());
}

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;

/**
 * The VP8 key frame inside a lossy WebP picture (RFC 9649). Such frames form a video without a video encoder, which few
 * machines have.
 */
export function frameOf(webp: Buffer): Buffer {
  for (let at = RIFF_HEAD_BYTES; at + CHUNK_HEAD_BYTES <= webp.length; ) {
    const bytes = webp.readUInt32LE(at + 4);
    const content = at + CHUNK_HEAD_BYTES;
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(content, content + bytes);
    // Chunks begin at even offsets.
    at = content + bytes + (bytes % 2);
  }
  throw new RangeError('The picture holds no VP8 frame');
}

async function toWebM(frames: readonly Buffer[]): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: 1 / MOMENT_SECONDS });
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: WIDTH, codedHeight: HEIGHT };
  for (const [place, frame] of frames.entries())
    await source.add(new EncodedPacket(frame, 'key', place * MOMENT_SECONDS, MOMENT_SECONDS), { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error('The video was not written');
  return Buffer.from(target.buffer);
}
