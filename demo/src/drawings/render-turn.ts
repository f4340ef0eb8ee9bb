import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { renderPicture } from './render-picture.ts';
import { drawTurn, type VehicleTurn } from './vehicles/draw-vehicle.ts';

const MOMENTS = 18;
const MOMENT_SECONDS = 0.14;
/** Two turns, so that a currentUser who looks late still sees the whole machine. */
const ROUNDS = 2;
const WIDTH = 640;
const HEIGHT = 480;

/** A motorcycle that turns round, as a WebM video that every browser plays. */
export async function renderTurn(turn: VehicleTurn): Promise<Buffer> {
  const moments: Buffer[] = [];
  // One after another: a turn must not hold up the pictures of a list.
  for (let moment = 0; moment < MOMENTS; moment++)
    moments.push(frameOf(await renderPicture(drawTurn(turn, (moment / MOMENTS) * 360), WIDTH)));
  return toWebM(Array.from({ length: ROUNDS }, () => moments).flat());
}

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;

/**
 * The key frame of a lossy WebP picture: such a file holds one frame of VP8 (RFC 9649), so that a film of pictures needs
 * no video encoder, which few machines have.
 */
export function frameOf(webp: Buffer): Buffer {
  for (let at = RIFF_HEAD_BYTES; at + CHUNK_HEAD_BYTES <= webp.length; ) {
    const bytes = webp.readUInt32LE(at + 4);
    const content = at + CHUNK_HEAD_BYTES;
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(content, content + bytes);
    // Chunks begin at even places.
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
