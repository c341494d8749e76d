import { createAudioAnalysis } from "~/domain/media/audio-analysis";
import { blobReader } from "~/domain/media/range-reader";
import { readWavHeader } from "~/domain/media/wav-header";
import { readBlocks } from "./hash-file";
import { analysisRequestSchema, handleWorkerRequests } from "./worker-messages.client";

handleWorkerRequests(analysisRequestSchema, async ({ file }, onProgress) => {
  const header = await readWavHeader(blobReader(file), file.size).catch(() => undefined);
  if (!header?.ok) return { type: "done", findings: null };
  const analysis = createAudioAnalysis(header.wav);
  let position = 0;
  for await (const bytes of readBlocks(file)) {
    analysis.push(bytes);
    position += bytes.length;
    onProgress(position);
  }
  return { type: "done", findings: analysis.end() };
});
