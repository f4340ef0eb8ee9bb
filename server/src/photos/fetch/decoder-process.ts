import { answerRequests } from '../../platform/process/answer-requests.ts';
import type { DecodeReply, DecodeRequest } from './picture-decoder.ts';
import { PictureProblem, preparePicture } from './prepare-picture.ts';

/** Program of a decoder: one picture at a time, over the channel to the worker that started it. */
answerRequests(answer);

async function answer({ id, original, kind }: DecodeRequest & { id: number }): Promise<void> {
  const send = (reply: DecodeReply | { failed: string }) => void process.send?.({ id, ...reply });
  try {
    send(await preparePicture(Buffer.from(original), kind));
  } catch (error) {
    if (error instanceof PictureProblem) send({ problem: error.failure, detail: error.detail });
    else send({ failed: error instanceof Error ? error.message : String(error) });
  }
}
