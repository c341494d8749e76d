import { openAnalysis } from "~/media/audio-analysis";
import { blobReader } from "~/media/range-reader";
import { readWavHeader } from "~/media/wav-header";
import { answerOrders } from "./answer-orders.client";
import { blocksOf } from "./file-blocks";
import { listenOrderSchema } from "./reading-messages";

answerOrders(listenOrderSchema, async ({ file }, onProgress) => {
  const header = await readWavHeader(blobReader(file), file.size).catch(() => undefined);
  if (!header?.ok) return { type: "done", findings: null };
  const analysis = openAnalysis(header.wav);
  let heard = 0;
  for await (const bytes of blocksOf(file)) {
    analysis.push(bytes);
    heard += bytes.length;
    onProgress(heard);
  }
  return { type: "done", findings: analysis.end() };
});
